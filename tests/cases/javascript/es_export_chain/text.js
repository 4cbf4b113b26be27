export function clean() {}
export const wash = () => {};
export function scrub() {}
