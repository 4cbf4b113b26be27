export function title() {}
