// Methods that a constructor puts on its object in a loop over their names, also by forEach.
class App {
  constructor() {
    this.handlers = [];
    for (const name of ['get', 'post']) {
      this[name] = (path, handler) => {
        this.add(path, handler);
        return this;
      };
    }
    ['open', 'close'].forEach((name) => {
      this[name] = () => this.log(name);
    });
  }

  add(path, handler) {
    this.handlers.push(handler);
  }

  log() {}

  run() {
    for (const handler of this.handlers) handler(new Context());
  }
}

class Context {
  text() {}
}

const app = new App();
app.get('/', function first(context) {
  context.text();
}).post('/', function second(context) {
  context.text();
});
app.open();
app.run();
app.missing();
