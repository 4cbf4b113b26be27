class User {
  save(this: User): void {
    this.check();
  }

  private check(): this {
    return this;
  }

  chain() {
    this.check().save();
  }
}

function bound(this: User) {
  this.save();
}

function check() {}
