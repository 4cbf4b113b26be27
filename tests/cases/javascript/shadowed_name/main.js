import { clean } from './text.js';

function parameter(clean) {
  clean();
}

function block(flag) {
  if (flag) {
    const clean = () => {};
    clean();
  }
  clean();
}

function hoisted(flag) {
  if (flag) {
    var clean = () => {};
  }
  clean();
}

function loop(items) {
  for (const clean of items) {
    clean();
  }
  clean();
}

function caught() {
  try {
    clean();
  } catch (clean) {
    clean();
  }
}
