export class Config {
  private static instance?: Config;
  static readonly shared = new Config();

  private constructor() {
    this.load();
  }

  static getInstance(): Config {
    if (!Config.instance) Config.instance = new Config();
    return Config.instance;
  }

  read(key: string) {}
  private load() {}
}
