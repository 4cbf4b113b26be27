import { Client } from '@shop/client';
import { retry } from '@shop/client/retry';

export function run() {
  const client = new Client();
  client.send();
  retry();
}
