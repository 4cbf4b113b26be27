import { connect, Client } from './client';

connect('a').send();
new Client().send();
