class Service {
  start() {}
}

module.exports = new Service();
