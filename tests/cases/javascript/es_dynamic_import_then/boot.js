export function boot() {}
export default function main() {}
