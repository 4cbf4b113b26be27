function a() {}
function b() {}

function at(list, index) {
  list[index]();
}

function walk(list, index) {
  if (index < list.length) {
    list[index]();
    walk(list, index + 1);
  }
}

function each(list) {
  for (let i = 0; i < list.length; i++) list[i]();
}

at([a, b], 1);
walk([a, b], 0);
each([a, b]);
