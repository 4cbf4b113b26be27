import { Bus, Listener, Plugin, start, watch } from "./bus";

watch("a", (change) => change.show());

const bus = new Bus((message) => message.show());
bus.on((change) => change.show());

const log: Listener = (change) => change.show();

start({
  onDone: (message) => message.show(),
});

const plugin: Plugin = {
  apply(change) {
    change.show();
  },
};
