import { parse } from './parse';

export function run() {
  parse('a');
  new Reader().read('a');
}

class Reader {
  read(text: string): void;
  read(data: number[]): void;
  read(input: unknown): void {
    parse(input as string);
  }
}
