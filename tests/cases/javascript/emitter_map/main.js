class Bus {
  #topics = new Map();

  subscribe(topic, listener) {
    if (!this.#topics.has(topic)) this.#topics.set(topic, new Set());
    this.#topics.get(topic).add(listener);
  }

  publish(topic) {
    this.#topics.get(topic)?.forEach((listener) => listener(topic));
  }
}

const bus = new Bus();
const audit = () => {};
bus.subscribe('a', audit);
bus.publish('a');
