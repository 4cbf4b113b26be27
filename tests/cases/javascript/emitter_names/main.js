const { EventEmitter } = require('events');

class Command extends EventEmitter {
  option(name) {
    this.on('option:' + name, () => onOption());
  }

  help() {
    this.emit('help');
  }

  parse(name) {
    this.emit(`option:${name}`);
  }

  known() {
    this.emit('option:' + 'loud');
    this.emit('option:quiet');
  }
}

function onOption() {}

const command = new Command();
command.option('loud');
command.help();
command.parse(process.argv[2]);
command.known();

const named = new EventEmitter();

function listen(name, listener) {
  named.on(name, listener);
}

function onOpen() {}
function onClose() {}

listen('open', onOpen);
listen('close', onClose);

function open() {
  named.emit('open');
}

function shut() {
  named.emit('shut');
}

open();
shut();

const parts = new EventEmitter();

function onA() {}
function onB() {}

parts.on('a:' + process.argv[2], onA);
parts.on('b:' + process.argv[2], onB);
parts.on(process.argv[3], onAny);

function onAny() {}

function tellA(name) {
  parts.emit('a:' + name);
}

function tellOne() {
  parts.emit('b:one');
}

function tellOther() {
  parts.emit('c:one');
}

function tellAny(name) {
  parts.emit(name);
}

tellA(process.argv[4]);
tellOne();
tellOther();
tellAny(process.argv[4]);

const { Bus } = require('./bus');

const bus = new Bus();

function onStart() {}
function onStop() {}

bus.listen('start', onStart);
bus.listen('stop', onStop);

function start() {
  bus.tell('start');
}

start();
