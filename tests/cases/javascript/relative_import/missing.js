export function lost() {}
