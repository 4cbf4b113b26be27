class User {
  greet() {}
}

class Stranger {
  greet() {}
}

async function load() {
  return new User();
}

async function loadAll() {
  return [await load()];
}

async function run() {
  const user = await load();
  user.greet();
  const users = await loadAll();
  for (const each of users) each.greet();
}

run();
