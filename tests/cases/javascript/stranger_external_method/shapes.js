export function record() {}
export function object() {}
