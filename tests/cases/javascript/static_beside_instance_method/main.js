class Money {
  static parse() {}

  parse() {
    this.parse();
    Money.parse();
  }
}
