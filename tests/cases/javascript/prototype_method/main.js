function Queue() {
  this.items = [];
  this.reset();
}

Queue.prototype.push = function () {
  this.check();
};

Queue.prototype.check = function () {};

Queue.prototype.reset = function () {};

Queue.create = function () {
  return new Queue();
};

function run() {
  const queue = Queue.create();
  queue.push();
}
