class Subject {
  observers = [];

  attach(observer) {
    this.observers.push(observer);
  }

  notify() {
    this.observers.forEach((observer) => observer.update(this));
  }
}

class Screen {
  update() {}
}

class Idle {
  update() {}
}

const subject = new Subject();
subject.attach(new Screen());
subject.notify();
