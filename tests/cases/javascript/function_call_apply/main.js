function greet(name) {
  return this.word() + name;
}

const english = {
  word() {
    return 'hello';
  },
};

function run() {
  greet.call(english, 'a');
  greet.apply(english, ['b']);
  Reflect.apply(greet, english, ['c']);
}

run();
