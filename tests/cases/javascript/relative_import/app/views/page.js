import { format } from '../format';
import { title } from './title.js';
import { root } from '../../root';
import { lost } from './missing.js';

export function render() {
  format();
  title();
  root();
  lost();
}
