interface Task {
  run(): void;
}

class Base implements Task {
  run() {}
}

class Plain extends Base {}

class Special extends Base {
  run() {
    super.run();
  }
}

function start(task: Task) {
  task.run();
}

start(new Plain());
start(new Special());
