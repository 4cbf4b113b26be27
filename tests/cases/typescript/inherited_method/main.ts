import { Base } from './base';

class User extends Base<string> {
  rename() {
    this.save();
  }

  protected validate() {
    return true;
  }
}

export function run() {
  new User().save();
}
