import { Base } from './base.js';

class User extends Base {
  rename() {
    this.save();
  }
}

function run() {
  new User().save();
}
