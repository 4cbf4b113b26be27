class User {
  greet() {}
}

interface Api {
  user(): Promise<User>;
  users(): Promise<User[]>;
}

export async function run(api: Api, ready: Promise<User>) {
  (await api.user()).greet();
  const users = await api.users();
  users[0].greet();
  ready.then((user) => user.greet());
  const [one, two] = await Promise.all([api.user(), ready]);
  two.greet();
}
