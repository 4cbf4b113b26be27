export class Base {
  save() {
    return this.validate();
  }

  validate() {
    return true;
  }
}
