const text = require('./text');
const { clean, pad: fill } = require('./text');
const trim = require('./text').trim;
const create = require('./create');
const Store = require('./store');
const fs = require('node:fs');

function run() {
  text.clean();
  clean();
  fill();
  trim();
  create();
  new Store();
  fs.readFileSync('a');
}
