export interface Mailer {
  send(text: string): void;
}

export class Smtp implements Mailer {
  send(text: string) {
    this.connect();
  }

  private connect() {}
}

export class Bird {
  send() {}
}
