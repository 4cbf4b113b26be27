export function defineGetter(object, name, getter) {
  Object.defineProperty(object, name, { enumerable: true, get: getter });
}
