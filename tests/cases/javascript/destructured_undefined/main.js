function first() {}
function second() {}

function absent() {
  const [run = first] = [undefined];
  run();
}

function present() {
  const [run = first] = [second];
  run();
}

absent();
present();
