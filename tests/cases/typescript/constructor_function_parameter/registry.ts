interface Drawable {
  draw(): void;
}

const types: (new () => Drawable)[] = [];

export function register(type: new () => Drawable) {
  types.push(type);
}

export function createAll() {
  types.map((type) => new type()).forEach((made) => made.draw());
}
