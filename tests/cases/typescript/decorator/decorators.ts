export function log(target: object, key: string) {}

export function tagged(name: string) {
  return (target: object) => {};
}
