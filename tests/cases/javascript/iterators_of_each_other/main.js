class There {
  [Symbol.iterator]() {
    return new Back();
  }

  next() {
    return { done: true };
  }
}

class Back {
  [Symbol.iterator]() {
    return new There();
  }

  next() {
    return { done: true };
  }
}

for (const each of new There()) {
  each();
}
