export function Row() {
  return <></>;
}
