function Left() {}
function Right() {}

Left.prototype.left = function left() {};
Right.prototype.right = function right() {};
Object.assign(Left.prototype, Right.prototype);
Object.assign(Right.prototype, Left.prototype);

class Box {
  get size() {
    return 1;
  }
}

const one = new Left();
const other = new Right();
one.right();
other.left();
one.missing?.();
one.size;
other.size;
new Box().size;
