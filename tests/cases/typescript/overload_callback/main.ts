class Client {
  get(url: string): Promise<string>;
  get(url: string, done: (text: string) => void): void;
  get(url: string, done?: (text: string) => void): unknown {
    if (done) {
      done(url);
      return undefined;
    }
    return this.fetch(url);
  }

  private async fetch(url: string) {
    return url;
  }
}

function show(text: string) {}

const client = new Client();
client.get('a', show);
client.get('b');
