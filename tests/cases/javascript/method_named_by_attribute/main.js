import { Visitor, Walker } from './visitor.js';
export function run(ast) { new Visitor().accept(ast); new Walker().walk(ast); }
