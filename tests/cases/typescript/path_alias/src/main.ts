import { view } from '@app/view';
import { Model } from '@model';
import { helper } from 'src/helper';
import { other } from '@apps/other';

export function run(model: Model) {
  view();
  model.load();
  helper();
  other();
}
