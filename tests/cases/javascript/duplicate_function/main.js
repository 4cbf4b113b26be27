function task() {
  return 1;
}

task();

function task() {
  return 2;
}

task();
