export function total() {}

export function run() {
  expect(1);
}
