export function send() {}

export class Mailer {
  deliver() {}
}
