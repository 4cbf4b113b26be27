import { Logger, Store } from './services';

export class Service {
  constructor(
    private readonly store: Store,
    public logger: Logger,
    other: Logger,
  ) {
    store.put();
    this.other.log();
  }

  run() {
    this.store.put();
    this.logger.log();
    this.other.log();
  }
}

export function use(service: Service) {
  service.logger.log();
}
