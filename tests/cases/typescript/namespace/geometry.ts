export namespace Geometry {
  export function area() {
    return square();
  }

  function square() {}

  export class Point {
    move() {}
  }
}

export namespace Geometry.Solid {
  export function volume() {
    Geometry.area();
  }
}

function square() {}
