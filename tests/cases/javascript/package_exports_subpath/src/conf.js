export function conf() {}
