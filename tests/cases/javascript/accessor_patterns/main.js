class Counter {
  get count() {
    return 1;
  }
  set count(value) {}
  get total() {
    return 2;
  }
}

const counter = new Counter();
counter.count += 1;
const { total } = counter;
