export async function load() {}
export function total() {}
