export function clean() {}
export function trim() {}
export function pad() {}
