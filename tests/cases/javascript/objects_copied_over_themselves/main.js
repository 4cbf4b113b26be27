function layer(below) {
  return Object.assign({ run() {} }, below);
}

layer(layer({ run() {} })).run();
