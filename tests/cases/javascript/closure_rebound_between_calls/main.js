function first() {}
function second() {}
function third() {}

let current = first;

function run() {
  current();
}

run();
current = second;
run();
current = third;

let never = first;

function later() {
  never();
}

never = second;
later();
