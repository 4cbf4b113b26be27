function helper(): void {}

const arrow = (): void => helper();

export function run<T>(value: T): void {
  helper();
  arrow();
  generic<T>(value);
}

function generic<T>(value: T) {
  return value;
}
