export function fast() {}
export function slow() {}
