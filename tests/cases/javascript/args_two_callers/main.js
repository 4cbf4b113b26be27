function each(items, visit) {
  for (const item of items) visit(item);
}

function print() {}
function count() {}
function unused() {}

function show() {
  each([1], print);
}

function tally() {
  each([2], count);
}

show();
tally();
