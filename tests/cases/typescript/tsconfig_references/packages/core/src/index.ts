import { round } from '~/math';

export function total() {
  round();
}
