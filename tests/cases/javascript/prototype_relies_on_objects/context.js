const context = (module.exports = {
  show() {
    this.request.describe();
  },
});
