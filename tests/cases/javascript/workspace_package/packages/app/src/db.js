export function db() {}
