import { send } from './mail.js';

export class Service {
  constructor(mailer) {
    this.mailer = mailer;
  }

  run() {
    send();
    return this.mailer.deliver();
  }
}
