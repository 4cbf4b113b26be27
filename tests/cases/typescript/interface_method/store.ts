import { Closable } from './closable';

export interface Store extends Closable {
  put(): void;
}
