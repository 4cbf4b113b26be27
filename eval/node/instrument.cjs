// Writes a copy of a tree in which every function reports when it begins and ends.
//
//     node instrument.cjs TREE COPY DEFINITIONS     (in a directory with typescript in its node_modules)
//
// DEFINITIONS becomes JSON: all functions, and [class, base] of all classes. A function's number is what it reports. Lines
// are kept.
"use strict";

const fs = require("node:fs");
const { ts, path, functionsOf, isSource } = require("./functions.cjs");

const [tree, copy, definitions] = process.argv.slice(2);
const all = [];
const allBases = [];

function main() {
  for (const file of filesBelow(tree)) {
    const relative = path.relative(tree, file).split(path.sep).join("/");
    const target = path.join(copy, relative);
    fs.mkdirSync(path.dirname(target), { recursive: true });
    if (!isSource(file)) {
      fs.copyFileSync(file, target);
      continue;
    }
    const text = fs.readFileSync(file, "utf8");
    const test = /\.test\.|\/(tests|benchmarks)\//.test(relative);
    fs.writeFileSync(target, test ? text : instrumented(relative, text));
  }
  fs.writeFileSync(definitions, JSON.stringify({ functions: all, bases: allBases }));
}

function instrumented(relative, text) {
  const { source, found, bases } = functionsOf(relative, text);
  allBases.push(...bases);
  const inserts = [];
  const put = (position, code, order) => inserts.push({ position, code, order });
  for (const { node, ...place } of found) {
    const number = all.length;
    all.push({ path: relative, ...place });
    const begin = `const __r=__callmap.enter(${number});try{`;
    const end = "}finally{__callmap.leave(__r)}";
    if (ts.isBlock(node.body)) {
      const opened = afterDirectives(node.body, source);
      if (opened === node.body.end - 1) put(opened, begin + end, 0);
      else {
        put(opened, begin, 1);
        put(node.body.end - 1, end, -1);
      }
    } else {
      put(node.body.getStart(source), `{${begin}return (`, 1);
      put(node.body.end, `);${end}}`, -1);
    }
    if (isSuspended(node)) suspensions(node, source, put);
  }
  // Of inserts at one place, what closes comes before what opens.
  inserts.sort((a, b) => a.position - b.position || a.order - b.order);
  let result = "";
  let at = 0;
  for (const { position, code } of inserts) {
    result += text.slice(at, position) + code;
    at = position;
  }
  return result + text.slice(at);
}

/** A suspended function is not on the stack: before each await and yield it leaves, after it, it is back. */
function suspensions(owner, source, put) {
  const visit = (node) => {
    if (node !== owner && ts.isFunctionLike(node)) return;
    if (ts.isAwaitExpression(node) || (ts.isYieldExpression(node) && node.expression)) {
      const value = node.expression;
      const keyword = node.asteriskToken ? node.asteriskToken.end : node.getStart(source) + 5;
      put(node.getStart(source), "__callmap.back(__r,", 2);
      put(keyword, " __callmap.away(__r,(", 2);
      put(value.end, ")))", -2);
    } else if (ts.isCatchClause(node)) {
      put(node.block.getStart(source) + 1, "__callmap.again(__r);", 2);
    } else if (ts.isTryStatement(node) && node.finallyBlock) {
      put(node.finallyBlock.getStart(source) + 1, "__callmap.again(__r);", 2);
    } else if (ts.isForOfStatement(node) && node.awaitModifier && ts.isBlock(node.statement)) {
      put(node.statement.getStart(source) + 1, "__callmap.again(__r);", 2);
    }
    ts.forEachChild(node, visit);
  };
  ts.forEachChild(owner.body, visit);
  if (!ts.isBlock(owner.body)) visit(owner.body);
}

function isSuspended(node) {
  const isAsync = ts.canHaveModifiers(node) && (ts.getModifiers(node) || []).some((each) => each.kind === ts.SyntaxKind.AsyncKeyword);
  return isAsync || Boolean(node.asteriskToken);
}

function afterDirectives(body, source) {
  let position = body.getStart(source) + 1;
  for (const statement of body.statements) {
    if (!ts.isExpressionStatement(statement) || !ts.isStringLiteral(statement.expression)) break;
    position = statement.end;
  }
  return position;
}

function* filesBelow(directory) {
  for (const entry of fs.readdirSync(directory, { withFileTypes: true })) {
    const file = path.join(directory, entry.name);
    if (entry.isDirectory()) yield* filesBelow(file);
    else yield file;
  }
}

main();
