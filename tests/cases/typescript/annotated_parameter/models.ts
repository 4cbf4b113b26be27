export class User {
  save() {}
}

export class Group {
  save() {}
}
