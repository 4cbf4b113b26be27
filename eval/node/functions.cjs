// Functions of a source file: takes text, gives each function's place and names, with the compiler's own parser.
"use strict";

const path = require("node:path");
const ts = require(require.resolve("typescript", { paths: [process.cwd()] }));

/** Every function with a body: node, name (dotted), the line of its name, its first and last line; and [class, base]. */
function functionsOf(file, text) {
  const kind = /\.(ts|mts|cts)$/.test(file) ? ts.ScriptKind.TS : /\.tsx$/.test(file) ? ts.ScriptKind.TSX : ts.ScriptKind.JSX;
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, kind);
  const found = [];
  const bases = [];
  const lineOf = (position) => source.getLineAndCharacterOfPosition(position).line + 1;
  const visit = (node, prefix, classLine) => {
    let inner = prefix;
    let owner = classLine;
    if (ts.isClassLike(node)) {
      const name = node.name ? node.name.text : outerName(node) || "<class>";
      inner = [...prefix, name];
      for (const clause of node.heritageClauses || []) bases.push(...clause.types.map((each) => [name, each.expression.getText(source)]));
      owner = lineOf((node.name || node).getStart(source));
    } else if (ts.isFunctionLike(node) && node.body) {
      const { name, place, anonymous } = named(node);
      const full = [...prefix, name].join(".");
      const line = lineOf((place || node).getStart(source));
      const start = lineOf(node.getStart(source, false));
      found.push({
        node,
        name: full,
        anonymous,
        line,
        first: Math.min(line, start),
        other: start,
        last: lineOf(node.end),
        form: ts.isGetAccessor(node) ? "get" : ts.isSetAccessor(node) ? "set" : "",
        generator: Boolean(node.asteriskToken),
        classLine: ts.isClassElement(node) ? owner : 0,
      });
      inner = [...prefix, name];
      owner = 0;
    }
    ts.forEachChild(node, (child) => visit(child, inner, owner));
  };
  visit(source, [], 0);
  return { source, found, bases };
}

function named(node) {
  if (ts.isConstructorDeclaration(node)) return { name: "constructor", place: node, anonymous: false };
  if (node.name) return { name: node.name.getText(), place: node.name, anonymous: false };
  const outer = holder(node);
  return outer ? { name: outer.text, place: outer.place, anonymous: false } : { name: "<lambda>", place: null, anonymous: true };
}

/** The name that a function or class without one is bound to: const f = …, a.f = …, { f: … }, f = … in a class. */
function holder(node) {
  let parent = node.parent;
  while (parent && (ts.isParenthesizedExpression(parent) || ts.isAsExpression(parent))) parent = parent.parent;
  if (!parent) return null;
  if (ts.isVariableDeclaration(parent) && ts.isIdentifier(parent.name)) return { text: parent.name.text, place: parent.name };
  if ((ts.isPropertyAssignment(parent) || ts.isPropertyDeclaration(parent)) && !ts.isComputedPropertyName(parent.name)) {
    return { text: parent.name.getText(), place: parent.name };
  }
  if (ts.isBinaryExpression(parent) && parent.operatorToken.kind === ts.SyntaxKind.EqualsToken && parent.right !== parent.left) {
    if (ts.isPropertyAccessExpression(parent.left)) return { text: parent.left.name.text, place: parent.left.name };
    if (ts.isIdentifier(parent.left)) return { text: parent.left.text, place: parent.left };
    const chained = parent.parent && ts.isBinaryExpression(parent.parent) ? holder(parent) : null;
    if (chained) return chained;
  }
  if (ts.isExportAssignment(parent)) return { text: "default", place: parent };
  return null;
}

function outerName(node) {
  const outer = holder(node);
  return outer ? outer.text : null;
}

function isSource(file) {
  return /\.(js|cjs|mjs|jsx|ts|mts|cts|tsx)$/.test(file) && !/\.d\.[cm]?ts$/.test(file);
}

module.exports = { ts, path, functionsOf, isSource };
