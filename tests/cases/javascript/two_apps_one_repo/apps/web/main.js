import { start } from './server.js';
import { config } from './config/index.js';

start(config);
