export function one() {}
export default function stranger() {}
