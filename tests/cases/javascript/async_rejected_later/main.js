class Failure extends Error {
  report() {}
}

class Page {
  show() {}
}

async function load(ok) {
  if (!ok) throw new Failure();
  return new Page();
}

function start() {
  return new Promise((resolve, reject) => {
    reject(new Failure());
  });
}

load(true).then((page) => page.show()).catch((error) => error.report());
start().catch((error) => error.report());

async function run() {
  const page = await load(true);
  page.show();
}

run();
