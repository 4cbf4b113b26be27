interface Runnable {
  run(): void;
}

class Job implements Runnable {
  run() {}
}

class Horse {
  run() {}
}

class Car {
  run() {}
}

function start(it: Runnable) {
  it.run();
}

start(new Horse());
