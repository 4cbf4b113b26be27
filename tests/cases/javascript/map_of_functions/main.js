function open() {}
function close() {}

const table = new Map([['open', open]]);
table.set('close', close);

function run(name) {
  const action = table.get(name);
  action();
}

function all() {
  table.forEach((action, key) => action(key));
  for (const [, action] of table) action();
  for (const action of table.values()) action();
}

run('open');
run('close');
all();
