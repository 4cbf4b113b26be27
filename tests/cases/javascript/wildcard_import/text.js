import * as inner from './inner.js';

export function clean() {}
function hidden() {}
export { inner };
