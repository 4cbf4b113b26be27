export function createStore<T>(reducer: (value: T) => T) {
  let value: T;
  const reset = () => {};
  return {
    update() {
      value = reducer(value);
    },
    reset,
    inner: { check() {} },
  };
}
