export class App {
  start() {}
}
