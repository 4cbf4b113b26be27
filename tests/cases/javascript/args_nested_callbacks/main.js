function open(path, done) {
  done(path, close);
}

function close() {}

function read(file, finish) {
  finish();
}

function run() {
  open('a', read);
  open('b', (file, end) => {
    end();
  });
}

run();
