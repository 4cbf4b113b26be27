class Leaf {
  accept(visitor) {
    return visitor.visitLeaf(this);
  }
}

class Node {
  constructor(children) {
    this.children = children;
  }

  accept(visitor) {
    this.children.forEach((child) => child.accept(visitor));
    return visitor.visitNode(this);
  }
}

class Printer {
  visitLeaf() {}
  visitNode() {}
}

new Node([new Leaf(), new Leaf()]).accept(new Printer());
