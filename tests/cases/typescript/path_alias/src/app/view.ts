export function view() {}
