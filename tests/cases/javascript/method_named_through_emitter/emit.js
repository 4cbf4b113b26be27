// Steps are written down by name through a method, and run by another class that has methods of these names: as many as
// there are, also through `apply`.
export class Emitter {
  constructor() { this.steps = []; }
  emit(name, ...args) { this.steps.push({ step: name, args }); }
  build(source) {
    this.emit('add');
    this.emit('drop');
    this.emit('swap');
    this.emit('push');
    this.emit('pull');
    this.emit('copy');
    this.emit('jump');
    this.emit('load');
    this.emit('store');
    this.emit('call');
    this.emit('back');
    this.emit('test');
    this.emit('halt');
    return this.steps;
  }
}
