class Users {
  create() {}
}

export interface User {
  greet(): void;
}

export const User = new Users();
