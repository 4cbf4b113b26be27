const { default: start } = require('./tools');
const tools = require('./tools');

start();
tools.default();
tools.other();

function Stack() {
  this.items = [];
}
Stack.prototype = {
  push(item) {
    this.items.push(item);
    return this;
  },
  get top() {
    return this.items[this.items.length - 1];
  },
};
new Stack().push(() => {}).top();

let task = () => {};
task &&= wrapped(task);
function wrapped(call) {
  return () => call();
}
task();
