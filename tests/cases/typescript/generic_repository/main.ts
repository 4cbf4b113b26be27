class User {
  greet() {}
}

class Post {
  greet() {}
}

class Repo<T> {
  private items: T[] = [];

  find(): T {
    return this.items[0];
  }

  all(): T[] {
    return this.items;
  }
}

function run(users: Repo<User>) {
  users.find().greet();
  for (const user of users.all()) user.greet();
}

const posts = new Repo<Post>();
posts.find().greet();
run(new Repo<User>());
