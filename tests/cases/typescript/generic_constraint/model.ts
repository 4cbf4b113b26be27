export class Model {
  validate() {}
}
