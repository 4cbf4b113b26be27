class Model {
  static create() {
    return new this();
  }

  save() {}
}

class User extends Model {
  save() {}
}

User.create().save();
