import { Mailer, Smtp } from './mail';

class Signup {
  constructor(private readonly mailer: Mailer) {}

  register() {
    this.mailer.send('a');
  }
}

new Signup(new Smtp()).register();
