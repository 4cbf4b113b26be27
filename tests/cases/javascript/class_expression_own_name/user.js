module.exports = class User {
  static create() {
    return new User();
  }

  save() {}
};
