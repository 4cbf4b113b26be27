import { User } from './models.js';

async function fetchUser() {
  return new User();
}

async function* stream() {
  yield new User();
}

export async function main() {
  const user = await fetchUser();
  user.greet();
  (await fetchUser()).greet();
  for await (const item of stream()) {
    item.show();
  }
  fetchUser().then((found) => found.show());
}
