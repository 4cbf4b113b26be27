class Reply {
  json() {
    return new Data();
  }
}

class Data {
  show() {}
}

function ask() {
  return Promise.resolve(new Reply());
}

function report() {}

function run() {
  ask()
    .then((reply) => reply.json())
    .then((data) => data.show())
    .catch(report)
    .finally(() => report());
}

run();
