module.exports = class Store {
  constructor(format) {
    this.format = format;
  }

  save() {
    this.format('a');
  }
};
