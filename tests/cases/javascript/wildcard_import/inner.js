export function pad() {}
