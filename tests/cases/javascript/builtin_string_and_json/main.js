function upper(text) {
  return text;
}

function replacer(key, value) {
  return value;
}

function reviver(key, value) {
  return value;
}

function run() {
  'a-b'.replace(/-./g, upper);
  const text = JSON.stringify({ a: 1 }, replacer);
  JSON.parse(text, reviver);
}

run();
