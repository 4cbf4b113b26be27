export function save() {}
