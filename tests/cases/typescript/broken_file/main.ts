import { clean } from './tools';

export function before(): void {
  clean();
}

class Broken {
  field: = 3;
  method(: void {
}

export function after(): void {
  before();
}
