export class Engine {
  start() {}
}
