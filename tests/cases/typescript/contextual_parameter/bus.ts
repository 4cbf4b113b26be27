import { Change, Message } from "./model";

export type Listener = (change: Change) => void;

export interface Plugin {
  apply(change: Change): void;
}

export interface Options {
  onDone: (message: Message) => void;
}

declare const native: any;

export function watch(path: string, listener: Listener) {
  native.watch(path, listener);
}

export function start(options: Options) {
  native.start(options);
}

export class Bus {
  constructor(private first: (message: Message) => void) {}
  on(listener: Listener) {
    native.on(listener);
  }
}
