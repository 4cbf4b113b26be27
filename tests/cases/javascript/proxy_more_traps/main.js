const watched = new Proxy(
  { known() {} },
  {
    get(target, key) {
      return target[key];
    },
    set(target, key, value) {
      target[key] = value;
      return true;
    },
    has() {},
    deleteProperty() {},
  },
);

const key = process.argv[2];

function reads() {
  return watched[key];
}

function calls() {
  return watched[key]();
}

function writes() {
  watched[key] = 1;
}

function asks() {
  return 'known' in watched;
}

function removes() {
  delete watched.known;
}

function removesByKey() {
  delete watched[key];
}

const plain = {
  get size() {
    return 1;
  },
};

function removesGetter() {
  delete plain.size;
}

reads();
calls();
writes();
asks();
removes();
removesByKey();
removesGetter();
