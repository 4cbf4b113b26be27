export function load() {}
export function json() {}
