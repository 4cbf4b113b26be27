import { createStore } from './store';

const store = createStore<number>((value) => value + 1);
store.update();
const { reset, inner } = store;
reset();
inner.check();

import { createClock, createTimer, Timer } from './store';

class Watch {
  #timer?: Timer;
  run() {
    this.#timer = createTimer();
    createClock().tick();
  }
  end() {
    this.#timer?.start();
    this.#timer?.stop();
  }
}

new Watch().run();
