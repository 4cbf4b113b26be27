class Cache {
  clear() {}
}

interface Options {
  cache?: Cache;
  done?: () => void;
}

function finish() {}

class App {
  private cache?: Cache;

  stop(options?: Options) {
    this.cache?.clear();
    options?.cache?.clear();
    options?.done?.();
    options!.cache!.clear();
  }
}

new App().stop({ done: finish, cache: new Cache() });
