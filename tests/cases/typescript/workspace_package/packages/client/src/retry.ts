export function retry() {}
