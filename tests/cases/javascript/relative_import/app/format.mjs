export function format() {}
