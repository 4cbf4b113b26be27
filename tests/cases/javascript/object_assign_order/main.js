function first() {}
function second() {}
function third() {}

const both = Object.assign({}, { go: first, stop: first }, { go: second });
both.go();
both.stop();

const walks = { move() {} };
const swims = { move() {}, dive() {} };
class Duck {}
Object.assign(Duck.prototype, walks, swims);
new Duck().move();

function start(options) {
  const all = Object.assign({ go: first }, options);
  all.go();
}

function stop(options) {
  const all = Object.assign({ go: first }, options);
  all.go();
}

start({ go: third });
stop({ go: third });
stop({});
