import { cache } from './cache.js';

class Logger {
  info() {
    cache.set('a', 1);
  }
}

export default new Logger();
