class Point {
  constructor(readonly x: number) {}

  static origin(): Point {
    return new Point(0);
  }

  static of = (x: number) => new Point(x);

  move() {
    return Point.of(this.x + 1);
  }
}

function create<T>(type: { new (x: number): T }): T {
  return new type(1);
}

Point.origin().move().move();
Point.of(2).move();
create(Point).move();
