function reset() {}
function flush() {}

class Buffer2 {
  flush() {
    flush();
  }

  clear() {
    reset();
    this.flush();
    this.reset?.();
  }
}

new Buffer2().clear();
