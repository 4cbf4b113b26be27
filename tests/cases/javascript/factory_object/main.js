function createUser(name, store) {
  function validate() {}
  return {
    name,
    save() {
      validate();
      store.put(name);
    },
    rename: (next) => createUser(next, store),
  };
}

const memory = { put() {} };
const disk = { put() {} };

const user = createUser('a', memory);
user.save();
user.rename('b').save();
