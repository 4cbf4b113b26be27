const copied = require("./copied");

for (const name of Object.keys(copied)) {
  exports[name] = copied[name];
}
