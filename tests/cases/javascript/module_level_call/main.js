import { load } from './load.js';

start();
const config = load();

function start() {}

if (config) {
  start();
}

(function () {
  load();
})();
