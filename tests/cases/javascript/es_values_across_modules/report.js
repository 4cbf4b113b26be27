export function report() {}
