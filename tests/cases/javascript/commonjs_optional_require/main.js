let codec;
try {
  codec = require('./native');
} catch {
  codec = require('./plain');
}

function run() {
  codec.encode();
}

run();
