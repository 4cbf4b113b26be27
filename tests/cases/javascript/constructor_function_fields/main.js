function Counter(onChange) {
  this.onChange = onChange;
  this.increment = function () {
    this.notify();
  };
  const self = this;
  this.reset = () => {
    self.notify();
  };
  this.notify = function () {
    self.onChange();
  };
}

function print() {}

const counter = new Counter(print);
counter.increment();
counter.reset();
