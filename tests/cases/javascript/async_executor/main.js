class Result {
  use() {}
}

function wait() {
  return new Promise((resolve) => {
    resolve(new Result());
  });
}

async function run() {
  (await wait()).use();
}

run();
