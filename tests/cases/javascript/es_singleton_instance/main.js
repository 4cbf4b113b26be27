import logger from './logger.js';
import { cache } from './cache.js';

logger.info();
cache.get('a');
