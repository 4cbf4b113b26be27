import { helper } from './main';

export function legacy() {
  helper();
}
