// A handler that is registered for one event only.
const EventEmitter = require('events');

const bus = new EventEmitter();

function first() {}

bus.once('ready', first);
bus.emit('ready');
