function start() {}
function stop() {}

const name = 'start';
eval(name + '()');
eval(`${name}()`);
