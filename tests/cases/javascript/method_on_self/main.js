function check() {}

class User {
  save() {
    this.check();
    check();
  }

  check() {
    const self = this;
    self.save();
  }
}

class Group {
  check() {}
}
