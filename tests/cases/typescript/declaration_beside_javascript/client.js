export class Client {
  send() {}
}

export function connect() {
  return new Client();
}
