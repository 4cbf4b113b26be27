import { handler, install } from './registry.js';

function mine() {}

handler();
install(mine);
handler();
