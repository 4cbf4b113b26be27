type Visitor = (node: Node2) => void;

class Node2 {
  children: Node2[] = [];

  each(visit: Visitor) {
    this.children.forEach(visit);
    visit(this);
  }
}

const print: Visitor = (node) => {};
const unused: Visitor = (node) => {};
const count = function (node: Node2) {};

new Node2().each(print);
new Node2().each(count);
