export function round() {}
