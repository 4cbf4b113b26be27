function timed(method) {
  return function () {
    return method.apply(this, arguments);
  };
}

class Service {
  run() {
    this.step();
  }
  step() {}
  stop() {}
  static make() {}
}

Service.prototype.run = timed(Service.prototype.run);
Service.prototype.stop = function () {};
Service.make = () => {};

const service = new Service();
service.run();
service.stop();
Service.make();

class Used {
  run() {}
}

new Used().run();
Used.prototype.run = function () {};
new Used().run();
