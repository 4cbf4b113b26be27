export function clean() {}
export function pad() {}
