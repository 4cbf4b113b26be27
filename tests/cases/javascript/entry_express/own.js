class Own {
  get(path, handler) {}
}

exports.own = new Own();
