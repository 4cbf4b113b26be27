export function clean() {}
export function Icon() {
  return null;
}
