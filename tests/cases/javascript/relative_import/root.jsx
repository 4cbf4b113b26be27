export function root() {}
