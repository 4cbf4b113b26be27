const commands = {};

function define(name, fn) {
  commands[name] = fn;
}

function help() {}
function quit() {}

define('help', help);
commands.quit = quit;
commands.list = () => {};

function execute(name) {
  commands[name]();
}

execute('help');
execute('list');
execute('quit');
commands.quit();
