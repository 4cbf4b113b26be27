export class Fast {
  go() {}
}

export class Slow {
  go() {}
}
