export function parse() {}
