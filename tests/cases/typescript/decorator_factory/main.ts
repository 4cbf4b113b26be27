function audit() {}

function logged(name: string) {
  return function (target: object, key: string, descriptor: PropertyDescriptor) {
    const original = descriptor.value;
    descriptor.value = function (...args: unknown[]) {
      audit();
      return original.apply(this, args);
    };
  };
}

class Service {
  @logged('run')
  run() {}
}

new Service().run();
