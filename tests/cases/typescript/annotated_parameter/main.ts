import type { Group, User } from './models';
import * as models from './models';

function plain(user: User) {
  user.save();
}

function optional(user?: User) {
  user?.save();
  user!.save();
}

function nullable(user: User | null) {
  user.save();
}

function either(thing: User | models.Group) {
  thing.save();
}

function several(users: User[], list: Array<User>) {
  users.save();
  list.save();
}

function destructured({ user, group: { save } }: { user: User; group: Group }) {
  user.save();
  save();
}

const arrow = (user: Readonly<User>) => user.save();

function reassigned(user: User) {
  user = new models.Group();
  user.save();
}
