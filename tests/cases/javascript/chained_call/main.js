class Query {
  where() {
    return this;
  }

  limit() {
    return this;
  }
}

function query() {
  return new Query();
}

function run() {
  query().where().limit();
  query()?.where?.();
}
