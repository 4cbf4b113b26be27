class Sink {
  next() {}
}

class Source {
  constructor(run: (this: Source, sink: Sink) => void) {}
  next() {}
}

interface Host {
  on(this: Host, listener: (this: Host, sink: Sink) => void): void;
}

export function start(host: Host) {
  new Source((sink) => sink.next());
  host.on((sink) => sink.next());
}
