type Step = (value: number) => number;

function apply(step: Step, value: number) {
  return step(value);
}

function double(x: number) {
  return x * 2;
}

export const run = () => apply(double, 2);
