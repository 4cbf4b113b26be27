export let handler = initial;

function initial() {}

export function install(fn) {
  handler = fn;
}
