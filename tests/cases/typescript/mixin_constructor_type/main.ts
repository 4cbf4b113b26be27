type Constructor<T = {}> = new (...args: any[]) => T;

class Base {
  save() {}
}

function Timestamped<B extends Constructor<Base>>(Parent: B) {
  return class extends Parent {
    touch() {
      this.save();
    }
  };
}

const Model = Timestamped(Base);

class User extends Model {
  rename() {
    this.touch();
  }
}

new User().rename();
