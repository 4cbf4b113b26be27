class Option {
  constructor(value) {
    this.value = value;
  }

  map(fn) {
    return new Option(fn(this.value));
  }
}

class Chart {
  map(projection) {
    this.projection = projection;
    return this;
  }

  forEach() {}
}

function double() {}
function mercator() {}
function visit() {}

new Option(1).map(double);
const chart = new Chart();
chart.map(mercator);
chart.forEach(visit);
