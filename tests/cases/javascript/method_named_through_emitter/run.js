export class Runner {
  run(steps) { for (const each of steps) this[each.step].apply(this, each.args); }
  add() {}
  drop() {}
  swap() {}
  push() {}
  pull() {}
  copy() {}
  jump() {}
  load() {}
  store() {}
  call() {}
  back() {}
  test() {}
  halt() {}
  other() {}
}
