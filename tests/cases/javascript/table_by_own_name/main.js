const table = {};

function register(handler) {
  table[handler.name] = handler;
}

function start() {}
function stop() {}

register(start);
register(stop);
table.start();

const handlers = new Map(Object.entries({ start, stop }));
handlers.get('stop')();
