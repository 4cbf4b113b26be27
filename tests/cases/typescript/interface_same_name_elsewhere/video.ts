export interface Plugin {
  start(): void;
}

export class Blur implements Plugin {
  start() {}
}
