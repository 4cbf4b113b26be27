class Clock {
  now() {}
}

class Service {
  constructor(private clock: Clock) {}

  run() {
    this.clock.now();
  }
}

class Container {
  private factories = new Map<string, () => unknown>();

  bind(token: string, factory: () => unknown) {
    this.factories.set(token, factory);
  }

  get<T>(token: string): T {
    return this.factories.get(token)!() as T;
  }
}

const container = new Container();
container.bind('service', () => new Service(new Clock()));
container.get<Service>('service').run();
