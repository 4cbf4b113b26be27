export function two() {}
export function three() {}
export default function first() {}
