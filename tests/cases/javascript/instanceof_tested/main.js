class Failure extends Error {
  describe() {}
}

class NotFound extends Failure {
  describe() {}
}

class Reply {
  describe() {}
  send() {}
}

function answer(value) {
  if (value instanceof Failure) value.describe();
  else value.send();
}

function choose(value) {
  return value instanceof Reply ? value.send() : value.describe();
}

function unless(value) {
  if (!(value instanceof Reply)) value.describe();
}

function shortly(value) {
  value instanceof Reply && value.describe();
}

function find() {
  throw new NotFound();
}

function caught() {
  try {
    find();
  } catch (error) {
    if (error instanceof Failure) error.describe();
  }
}

function unknown(value) {
  if (value instanceof Failure) value.describe();
}

answer(new NotFound());
answer(new Reply());
choose(new Reply());
choose(new Failure());
unless(new NotFound());
unless(new Reply());
shortly(new Reply());
shortly(new NotFound());
caught();
exports.unknown = unknown;
