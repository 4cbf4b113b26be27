const { start, stop } = require('./engine');
const engine = require('./engine');
const facade = require('./facade');

start();
stop();
engine.start();
facade.start();
