function debounce(fn, wait) {
  let timer;
  return (...args) => {
    clearTimeout(timer);
    timer = setTimeout(() => fn(...args), wait);
  };
}

function search() {}

const later = debounce(search, 1);

function type() {
  later('a');
}

type();
