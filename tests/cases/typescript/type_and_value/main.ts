import { User } from './user';
import { Shape } from './shape';

export function run(user: User, shape: Shape) {
  User.create();
  user.greet();
  Shape.parse();
  shape.area();
}
