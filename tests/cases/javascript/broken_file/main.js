import { clean } from './tools.js';

function before() {
  clean();
}

function broken( {
  clean(;
}

function after() {
  before();
}
