class Query {
  where() {
    return this;
  }

  run() {}
}

class Sorted extends Query {
  by() {
    return this;
  }

  run() {}
}

new Sorted().where().by().run();
new Query().where().run();
