import * as tools from './tools.js';

const { clean, pad: fill = spare } = tools;

function spare() {}

function run({ save, load = spare }) {
  clean();
  fill();
  save();
  load();
}
