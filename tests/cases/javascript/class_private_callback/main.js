class Cache {
  #load;
  #entries = new Map();

  constructor(load) {
    this.#load = load;
  }

  get(key) {
    if (!this.#entries.has(key)) this.#fill(key);
    return this.#entries.get(key);
  }

  #fill(key) {
    this.#entries.set(key, this.#load(key));
  }
}

function fetchUser() {}

new Cache(fetchUser).get('a');
