function a() {}
function b() {}
function c() {}

const grid = [[a, b], [c]];

function run() {
  grid[0][1]();
  for (const row of grid) {
    for (const cell of row) {
      cell();
    }
  }
}

function one() {
  grid[1][0]();
}

run();
one();
