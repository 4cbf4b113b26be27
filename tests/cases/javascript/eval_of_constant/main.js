function work() {}
function rest() {}

function run(text) {
  eval('work()');
  eval('rest')();
  eval(text)();
}

run('');
