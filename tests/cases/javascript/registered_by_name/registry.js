export const handlers = {};

export function register(name, handler) {
  handlers[name] = handler;
}
