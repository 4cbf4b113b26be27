export function string() {}
export function record() {}
export function object() {}
