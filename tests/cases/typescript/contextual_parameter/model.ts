export class Change {
  show() {}
}

export class Message {
  show() {}
}
