import { connect } from 'database';
import { Client } from './client';

export function run(client: Client) {
  connect();
  client.send();
  legacy();
}
