let handler = first;

function first() {}
function second() {}

export function configure() {
  handler = second;
}

export function run() {
  handler();
}

export const module = (function () {
  function call() {
    later();
  }

  function set() {
    later = first;
  }

  var later;

  set();
  call();
})();
