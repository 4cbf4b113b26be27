interface Events {
  open: (id: number) => void;
  close: () => void;
}

class Emitter {
  private handlers: { [K in keyof Events]?: Events[K][] } = {};

  on<K extends keyof Events>(name: K, handler: Events[K]) {
    (this.handlers[name] ??= [] as any).push(handler);
  }

  emit<K extends keyof Events>(name: K) {
    this.handlers[name]?.forEach((handler: any) => handler());
  }
}

function opened() {}
function never() {}

const emitter = new Emitter();
emitter.on('open', opened);
emitter.emit('open');
