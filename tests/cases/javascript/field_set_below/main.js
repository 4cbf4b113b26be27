class Router {
  match() {}
}

class Base {
  router;
  constructor(options) {
    Object.assign(this, options);
  }
  copy() {
    return new Base({ router: this.router });
  }
  run() {
    this.router.match();
  }
}

class App extends Base {
  constructor() {
    super({});
    this.router = new Router();
  }
}

const app = new App();
app.copy();
app.run();
