enum Level {
  Low = 1,
  High = compute(),
}

namespace Level {
  export function parse(): Level {
    return Level.Low;
  }
}

function compute() {
  return 2;
}

Level.parse();
