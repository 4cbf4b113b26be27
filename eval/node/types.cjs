// Asks the TypeScript compiler what is called at each call site of a tree.
//
//     node types.cjs TREE OUTPUT     (in a directory with typescript in its node_modules)
//
// Each line of OUTPUT is JSON, as jedi_probe.py writes it: path, line and column (from 1), the name that is called, the
// function around it as [path, line, name], and the targets in the same form, path null outside of TREE.
"use strict";

const fs = require("node:fs");
const { ts, path, functionsOf, isSource } = require("./functions.cjs");

const [tree, output] = process.argv.slice(2);
const root = fs.realpathSync(tree);
const files = fs.readdirSync(root, { recursive: true }).map((file) => path.join(root, file)).filter(isSource);
const options = {
  allowJs: true, noEmit: true, skipLibCheck: true, strict: true, target: ts.ScriptTarget.ESNext, module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler, types: [], maxNodeModuleJsDepth: 0, allowImportingTsExtensions: true,
};
const program = ts.createProgram(files, options);
const checker = program.getTypeChecker();
const known = new Map(); // path -> start of a function -> its place

function main() {
  const rows = [];
  for (const file of files) {
    const source = program.getSourceFile(file);
    if (source) visit(source, source, rows);
  }
  fs.writeFileSync(output, rows.map((row) => JSON.stringify(row)).join("\n") + "\n");
}

function visit(node, source, rows) {
  if (ts.isCallExpression(node) || ts.isNewExpression(node) || ts.isTaggedTemplateExpression(node)) {
    const called = lastName(ts.isTaggedTemplateExpression(node) ? node.tag : node.expression);
    if (called) {
      const at = source.getLineAndCharacterOfPosition(called.getStart(source));
      rows.push({
        path: relative(source), line: at.line + 1, column: at.character + 1, name: called.getText(source), caller: around(node, source),
        targets: targetsOf(node),
      });
    }
  }
  ts.forEachChild(node, (child) => visit(child, source, rows));
}

function lastName(expression) {
  if (ts.isParenthesizedExpression(expression) || ts.isNonNullExpression(expression)) return lastName(expression.expression);
  if (ts.isPropertyAccessExpression(expression)) return expression.name;
  return ts.isIdentifier(expression) || expression.kind === ts.SyntaxKind.SuperKeyword ? expression : null;
}

/** [] if the compiler does not know: the callee is `any`, or only declared, in an interface or a function type. */
function targetsOf(node) {
  let signature;
  try {
    signature = checker.getResolvedSignature(node);
  } catch {
    return [];
  }
  const declaration = signature && signature.declaration;
  if (!declaration) return constructorsOf(node);
  const bodies = declaration.body ? [declaration] : implementations(declaration);
  if (bodies.length) return bodies.map(place);
  if (outside(declaration)) return [[null, 0, ""]];
  return [];
}

/** A class without a constructor of its own: the one it inherits, if any. */
function constructorsOf(node) {
  if (!ts.isNewExpression(node) && node.expression?.kind !== ts.SyntaxKind.SuperKeyword) return [];
  let type = checker.getTypeAtLocation(node.expression);
  for (let depth = 0; depth < 20 && type && type.symbol; depth++) {
    const declaration = (type.symbol.declarations || []).find(ts.isClassLike);
    if (!declaration) return [];
    const own = declaration.members.find((member) => ts.isConstructorDeclaration(member) && member.body);
    if (own) return outside(declaration) ? [[null, 0, "constructor"]] : [place(own)];
    const base = (declaration.heritageClauses || []).find((clause) => clause.token === ts.SyntaxKind.ExtendsKeyword);
    if (!base) return [[null, 0, "constructor"]];
    type = checker.getTypeAtLocation(base.types[0].expression);
  }
  return [];
}

/** The bodies of an overload; also of what a prototype or an object was given. */
function implementations(declaration) {
  const symbol = declaration.symbol || (declaration.parent && declaration.parent.symbol);
  return ((symbol && symbol.declarations) || []).filter((each) => ts.isFunctionLike(each) && each.body);
}

function place(declaration) {
  const source = declaration.getSourceFile();
  if (outside(declaration)) return [null, 0, ""];
  const found = functionsIn(source).get(declaration.getStart(source));
  return found ? [relative(source), found.other, found.name] : [null, 0, ""];
}

function around(node, source) {
  for (let outer = node.parent, inner = node; outer; inner = outer, outer = outer.parent) {
    if (ts.isFunctionLike(outer) && outer.body && (inner === outer.body || ts.isParameter(inner))) {
      const found = functionsIn(source).get(outer.getStart(source));
      if (found) return [relative(source), found.other, found.name];
    }
  }
  return [relative(source), 0, ""];
}

function functionsIn(source) {
  if (!known.has(source.fileName)) {
    const { source: parsed, found } = functionsOf(source.fileName, source.text);
    known.set(source.fileName, new Map(found.map((each) => [each.node.getStart(parsed), each])));
  }
  return known.get(source.fileName);
}

const outside = (declaration) => declaration.getSourceFile().isDeclarationFile || !declaration.getSourceFile().fileName.startsWith(root);
const relative = (source) => path.relative(root, source.fileName).split(path.sep).join("/");

main();
