class Store {
  put() {}
}
module.exports = Store;
