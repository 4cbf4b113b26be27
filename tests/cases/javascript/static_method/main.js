class Cart {
  static #count = Cart.next();

  static create() {
    this.log();
    return new this();
  }

  static log() {}

  static next() {
    return 1;
  }

  static {
    this.log();
  }
}

function run() {
  Cart.create();
}
