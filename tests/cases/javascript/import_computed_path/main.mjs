const first = './plugins/first.mjs';

async function run(name) {
  const one = await import(first);
  one.start();
  const other = await import(`./plugins/${name}.mjs`);
  other.stop();
}

run('second');
