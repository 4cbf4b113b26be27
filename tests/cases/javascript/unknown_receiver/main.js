class Store {
  save() {}
  load() {}
}

function run(thing, name) {
  thing.save();
  thing.inner.load();
  thing[0].save();
  thing[name]();
  thing?.save();
}
