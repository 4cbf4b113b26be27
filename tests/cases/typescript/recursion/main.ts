interface Tree {
  next: Tree;
  visit(): void;
}

export function walk(tree: Tree): void {
  tree.next.next.visit();
  walk(tree.next);
}
