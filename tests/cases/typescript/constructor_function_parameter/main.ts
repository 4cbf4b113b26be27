import { register, createAll } from './registry';

class Widget {
  constructor() {
    this.init();
  }

  init() {}
  draw() {}
}

class Unused {
  draw() {}
}

register(Widget);
createAll();
