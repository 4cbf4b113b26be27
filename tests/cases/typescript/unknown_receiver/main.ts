class Store {
  save() {}
}

export function run(thing: any, other: unknown, what: Missing) {
  thing.save();
  (other as any).save();
  what.save();
}
