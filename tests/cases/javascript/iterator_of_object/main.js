function work() {}

const numbers = {
  [Symbol.iterator]() {
    return this;
  },
  next() {
    return { done: true, value: 1 };
  },
};

const jobs = {
  *[Symbol.iterator]() {
    yield work;
  },
};

for (const number of numbers) {
}
Array.from(numbers);
const [job] = jobs;
job();
