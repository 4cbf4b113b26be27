class Node {
  constructor(children) {
    this.children = children;
  }

  *walk() {
    yield this;
    for (const child of this.children) yield* child.walk();
  }

  visit() {}
}

function run() {
  const tree = new Node([new Node([])]);
  for (const node of tree.walk()) node.visit();
}

run();
