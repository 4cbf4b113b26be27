function load() {
  return {};
}

class Config {
  static values = load();
  static #cache = new Map();

  static {
    Config.reset();
    this.warm();
  }

  static reset() {
    Config.#cache.clear();
  }

  static warm() {}

  warm() {}
}

Config.reset();
