class AppError extends Error {
  constructor(message) {
    super(message);
    this.describe();
  }

  describe() {}
}

class NotFound extends AppError {
  status() {}
}

function find() {
  throw new NotFound('a');
}

function run() {
  try {
    find();
  } catch (error) {
    if (error instanceof NotFound) error.status();
  }
}

run();
