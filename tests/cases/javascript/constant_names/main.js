const CLOSE = "close";
const FIRST = 0;

const api = {
  open() {},
  close() {},
  onClick() {},
  onScroll() {},
};

class Door {
  [CLOSE]() {}
  open() {}
}

function first() {}
function last() {}
const steps = [first, last];

api["op" + "en"]();
api[CLOSE]();
steps[steps.length - 1]();
new Door().close();

function fire(event) {
  api[`on${event}`]();
}

fire("Click");
