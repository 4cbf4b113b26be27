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

export interface Timer {
  start: () => void;
  stop(): void;
}

export function createTimer(): Timer {
  const start = () => {};
  return { start, stop() {} };
}

export function createClock(): { tick: () => void } {
  return { tick: () => {} };
}
