const walk = (node, visit) => {
  visit(node);
  node.children.forEach((child) => walk(child, visit));
};

function print() {}

const rules = {
  list: (n) => (n > 0 ? rules.item(n) : n),
  item: (n) => rules.list(n - 1),
};

walk({ children: [{ children: [] }] }, print);
rules.list(1);
