function quick(cb) {
  cb();
}

function slow(cb) {
  cb();
}

function one() {}
function two() {}

quick(one);
slow(two);
