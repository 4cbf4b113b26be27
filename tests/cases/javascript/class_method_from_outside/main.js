class Plugin {
  start() {}
  stop() {}
}

function restart() {}
function only() {}

Plugin.prototype.restart = restart;
const one = new Plugin();
one.special = only;

one.restart();
one.special();
const { start } = one;
start();
const stop = Plugin.prototype.stop;
stop.call(one);
