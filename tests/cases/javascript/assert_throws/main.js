const assert = require('node:assert');
const { throws } = require('assert/strict');

function bad() {
  throw new Error('bad');
}

function good() {}

assert.throws(bad);
assert.doesNotThrow(good);
throws(() => bad());
