class Store {
  constructor() {}
}

module.exports = Store;
