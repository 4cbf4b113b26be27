const box = Object.defineProperties({}, {
  size: {
    get() {
      return measure();
    },
  },
  label: {
    set(text) {
      print(text);
    },
  },
  open: { value: unlock },
});

function measure() {}
function print() {}
function unlock() {}

box.size;
box.label = 'a';
box.open();
