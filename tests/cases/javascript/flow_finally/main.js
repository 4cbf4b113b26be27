class First {
  close() {}
}

class Second {
  close() {}
}

function returned(some) {
  let part = new First();
  try {
    part = new Second();
    return some(part);
  } finally {
    part.close();
  }
}

function after(some) {
  let part = new First();
  try {
    if (some) {
      part = new Second();
      return part;
    }
  } finally {
    some();
  }
  part.close();
}

returned(console.log);
after(console.log);
