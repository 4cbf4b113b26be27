import { User } from './user';

class Repository {
  async find(): Promise<User> {
    return this.load();
  }

  private load(): any {}
}

export async function run(repository: Repository) {
  const user = await repository.find();
  user.greet();
  (await repository.find()).greet();
}
