export default {
  start() {
    this.stop();
  },
  stop() {},
};
