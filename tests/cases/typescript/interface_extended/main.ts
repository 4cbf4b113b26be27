interface Closable {
  close(): void;
}

interface Stream extends Closable {
  read(): void;
}

class Pipe implements Stream {
  close() {}
  read() {}
}

class Door {
  close() {}
}

function end(it: Closable) {
  it.close();
}

end(new Pipe());
