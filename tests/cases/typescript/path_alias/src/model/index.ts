export class Model {
  load() {}
}
