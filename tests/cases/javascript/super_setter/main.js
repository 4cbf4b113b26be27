class Base {
  set size(value) {
    this.check(value);
  }
  check(value) {}
}

class Child extends Base {
  set size(value) {
    super.size = value;
  }
}

new Child().size = 1;
