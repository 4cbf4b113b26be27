interface Reader {
  read(): string;
}

interface Writer {
  write(text: string): void;
}

class File implements Reader, Writer {
  read() { return ''; }
  write(text: string) {}
}

class Socket implements Writer {
  read() { return ''; }
  write(text: string) {}
}

function copy(from: Reader, to: Writer) {
  to.write(from.read());
}

copy(new File(), new Socket());
