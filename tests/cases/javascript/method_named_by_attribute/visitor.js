// Methods named by what nodes say they are: those whose names a `type` is written as are meant, helpers are not.
export function Visitor() {}
Visitor.prototype = {
  accept(node) {
    if (!this[node.type]) throw new Error('unknown ' + node.type);
    const ret = this[node.type](node);
    return ret;
  },
  Program(program) { program.body.forEach((each) => this.accept(each)); },
  Text() {},
  unused() {},
};
export class Walker {
  constructor(options) { this.options = options; }
  walk(node) { this[node.type](node); }
  Program() {}
  Text() {}
  helper() {}
}
