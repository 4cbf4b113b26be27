export class Client {
  send() {}
}
