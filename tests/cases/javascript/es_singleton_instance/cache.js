class Cache {
  get() {}
  set() {}
}

export const cache = new Cache();
