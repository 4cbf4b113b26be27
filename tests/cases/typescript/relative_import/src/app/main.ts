import { format } from '../format.js';
import { UserService } from './user.service';
import { view } from './view';
import { legacy } from '../legacy';

export function run(service: UserService) {
  format();
  service.load();
  view();
  legacy();
}
