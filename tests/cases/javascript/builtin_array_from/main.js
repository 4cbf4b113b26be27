class Cell {
  clear() {}
}

function make() {
  return new Cell();
}

function run() {
  const cells = Array.from({ length: 2 }, make);
  cells[0].clear();
}

run();
