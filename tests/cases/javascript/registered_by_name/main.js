import { handlers, register } from "./registry.js";

function open() {}
function close() {}

register("open", open);
register("close", close);
handlers.open();

class Bus {
  handlers = {};
  on(name, handler) {
    this.handlers[name] = handler;
  }
  fire() {
    this.handlers.close();
  }
}

const bus = new Bus();
bus.on("open", open);
bus.on("close", close);
bus.fire();
