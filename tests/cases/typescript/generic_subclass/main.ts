class Entity {
  touch() {}
}

class Invoice extends Entity {
  pay() {}
}

abstract class Store<T extends Entity> {
  abstract load(): T;

  refresh() {
    this.load().touch();
  }
}

class Invoices extends Store<Invoice> {
  load() {
    return new Invoice();
  }
}

new Invoices().load().pay();
new Invoices().refresh();
