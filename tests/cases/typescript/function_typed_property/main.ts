interface Task {
  name: string;
  work: () => void;
}

class Runner {
  onDone: (name: string) => void = () => {};

  run(task: Task) {
    task.work();
    this.onDone(task.name);
  }
}

function build() {}
function report() {}

const runner = new Runner();
runner.onDone = report;
runner.run({ name: 'a', work: build });
new Runner().run({ name: 'b', work: build });
