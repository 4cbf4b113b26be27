import { Store } from './storage';

class Service {
  store: Store;
  private backup?: Store | null = null;
  static shared: Store;
  make: () => Store;

  run() {
    this.store.put();
    this.backup.put();
    Service.shared.put();
    this.make();
  }
}

function use(service: Service) {
  service.store.put();
}
