function start() {}

module.exports = {
  start,
  stop() {
    start();
  },
};
