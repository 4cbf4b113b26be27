export function clean() {}
