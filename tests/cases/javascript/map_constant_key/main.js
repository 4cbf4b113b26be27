function open() {}
function close() {}

const table = new Map();
table.set('open', open);
table.set('close', close);

function run() {
  table.get('open')();
}

run();
