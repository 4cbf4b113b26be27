export class UserService {
  load() {}
}
