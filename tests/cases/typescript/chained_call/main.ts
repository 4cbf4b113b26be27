class Query<T> {
  where(): this {
    return this;
  }

  limit(): Query<T> {
    return this;
  }
}

export function run() {
  new Query<string>().where().limit()!.where();
}
