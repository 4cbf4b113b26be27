enum Level {
  Info,
  Error,
}

function info() {}
function failure() {}

const handlers: Record<Level, () => void> = {
  [Level.Info]: info,
  [Level.Error]: failure,
};

function log(level: Level) {
  handlers[level]();
}

function fatal() {
  handlers[Level.Error]();
}

log(Level.Info);
log(Level.Error);
fatal();
