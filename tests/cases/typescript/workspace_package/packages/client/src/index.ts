export { Client } from './client';
