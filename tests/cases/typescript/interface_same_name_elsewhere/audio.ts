export interface Plugin {
  start(): void;
}

export class Reverb implements Plugin {
  start() {}
}
