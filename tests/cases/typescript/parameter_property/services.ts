export class Store {
  put() {}
}

export class Logger {
  log() {}
}
