const { EventEmitter } = require('node:events');

function ready() {}
function failed() {}
function never() {}

const bus = new EventEmitter();
bus.on('ready', ready);
bus.once('failed', failed);
bus.on('never', never);

function fire() {
  bus.emit('ready');
}

function fail() {
  bus.emit('failed');
}

fire();
fail();
