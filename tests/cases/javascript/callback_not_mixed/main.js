class Box {
  constructor(action) {
    this.action = action;
  }
}

function a() {}
function b() {}

const left = new Box(a);
const right = new Box(b);

function useLeft() {
  left.action();
}

function useRight() {
  right.action();
}

useLeft();
useRight();
