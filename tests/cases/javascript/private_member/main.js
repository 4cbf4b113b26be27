class Account {
  #audit() {}

  audit() {}

  close() {
    this.#audit();
    this.audit();
  }
}

class Other {
  #audit() {}

  run() {
    this.#audit();
  }
}
