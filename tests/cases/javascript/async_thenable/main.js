class Query {
  then(resolve, reject) {
    this.run().then(resolve, reject);
  }

  async run() {
    return { first() {} };
  }
}

const later = {
  then(resolve) {
    resolve({ go() {} });
  },
};

class Plain {
  use() {}
}

async function main() {
  const rows = await new Query();
  rows.first();
  const made = await later;
  made.go();
  const plain = await new Plain();
  plain.use();
}

main();
