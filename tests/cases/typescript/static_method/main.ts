export class Registry {
  private static instance: Registry;

  static get(): Registry {
    return (this.instance ??= new Registry());
  }

  register(): void {}
}

export function run() {
  Registry.get().register();
}
