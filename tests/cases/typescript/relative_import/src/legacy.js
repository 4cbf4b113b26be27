export function legacy() {}
