function walk(node) {
  node.children.forEach((child) => walk(child));
  walk(node.next);
}

const count = (n) => (n ? count(n - 1) : 0);

class Tree {
  visit() {
    this.visit();
  }
}
