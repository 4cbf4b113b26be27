interface Named {
  named(): string;
}

export class Box {
  open() {}
}

export interface Box extends Named {
  close(): void;
}

export namespace Box {
  export function create() {
    fill();
  }

  function fill() {}
}

export interface Plugin {
  start(): void;
}

export interface Plugin {
  stop(): void;
}
