abstract class Report {
  print(): void {
    this.header();
    this.body();
  }

  protected header() {}
  protected abstract body(): void;
}

class Sales extends Report {
  protected body() {
    this.rows();
  }

  private rows() {}
}

class Stock extends Report {
  protected header() {}
  protected body() {}
}

new Sales().print();
const report: Report = new Stock();
report.print();
