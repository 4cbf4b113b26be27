const queue = [];

function enqueue(task) {
  queue.push(task);
}

function flush() {
  for (let i = 0; i < queue.length; i++) {
    queue[i]();
  }
  for (const task of queue) {
    task();
  }
  const last = queue.pop();
  last();
}

function save() {}

enqueue(save);
flush();
enqueue(() => save());
flush();
