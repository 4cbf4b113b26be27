const fs = require("fs");

function found() {}
function double(x) {
  return 2 * x;
}

fs.stat("x", found);
new Uint8Array([1]).map(double);
