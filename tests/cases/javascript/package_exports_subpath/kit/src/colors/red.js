export function red() {}
