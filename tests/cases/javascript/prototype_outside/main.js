const util = require('util');
const EventEmitter = require('events');

function Inherits() {
  EventEmitter.call(this);
}
util.inherits(Inherits, EventEmitter);
Inherits.prototype.go = function () {
  this.emit('go');
};

function Created() {
  EventEmitter.call(this);
}
Created.prototype = Object.create(EventEmitter.prototype);
Created.prototype.go = function () {
  this.emit('go');
};

function first() {}
function second() {}

const inherits = new Inherits();
inherits.on('go', first);
inherits.go();

const created = new Created();
created.on('go', second);
created.go();

function Base() {}
Base.prototype.run = function () {};
function Other() {}
Other.prototype.run = function () {};
function Both() {}
Both.prototype = Object.create(Base.prototype);
Object.assign(Both.prototype, Other.prototype);

new Both().run();
