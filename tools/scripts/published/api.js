// The API as text, from the published types: a change of it shows in review.
import fs from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { entries, home } from './entries.js';

const types = path.join(home, 'dist', 'types');
export const reportFolder = path.join(home, 'api');

/**
 * @typedef {object} Api
 * @property {ReadonlyMap<string, string>} reports by the name of the file
 * @property {readonly string[]} notExported what users can reach, but not name
 * @property {readonly string[]} undocumented
 */

/** @returns {Api} */
export function readApi() {
  const all = entries();
  const program = ts.createProgram(
    all.map(({ types }) => types),
    { module: ts.ModuleKind.NodeNext, target: ts.ScriptTarget.ES2023, types: ['node'], noEmit: true },
  );
  const checker = program.getTypeChecker();

  /** @param {ts.Symbol} symbol */
  const original = (symbol) => (symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol);
  /** Where each thing was first exported. @type {Map<ts.Symbol, string>} */
  const exported = new Map();
  /** @type {Map<string, string>} */
  const reports = new Map();
  for (const { name, specifier, types } of all) {
    const file = program.getSourceFile(types);
    const module = file && checker.getSymbolAtLocation(file);
    const symbols = module === undefined ? [] : checker.getExportsOfModule(module);
    const parts = symbols
      .sort((a, b) => (a.name < b.name ? -1 : 1))
      .map((symbol) => {
        const target = original(symbol);
        const elsewhere = exported.get(target);
        if (elsewhere !== undefined) return `export { ${symbol.name} } from '${elsewhere}';`;
        exported.set(target, specifier);
        return (target.declarations ?? []).map(declarationText).join('\n');
      });
    reports.set(`${name}.api.md`, reportOf(specifier, parts));
  }
  return { reports, notExported: unnamed(), undocumented: undocumented() };

  function undocumented() {
    return [...exported].filter(([symbol]) => symbol.getDocumentationComment(checker).length === 0).map(nameIn);
  }

  /** What the declarations of all exports refer to, and so on. */
  function unnamed() {
    /** With what leads there. @type {Map<ts.Symbol, string>} */
    const reached = new Map([...exported.keys()].map((symbol) => [symbol, '']));
    for (const [symbol] of reached) {
      for (const other of (symbol.declarations ?? []).flatMap(referredTo)) {
        if (!reached.has(other)) reached.set(other, symbol.name);
      }
    }
    const missing = [...reached].filter(([symbol]) => !exported.has(symbol));
    return missing.map(([symbol, by]) => `${symbol.name}, by way of ${by}`);
  }

  /** Our own types that a declaration names. @param {ts.Node} declaration */
  function referredTo(declaration) {
    /** @type {ts.Symbol[]} */
    const found = [];
    /** @param {ts.Node} node */
    const visit = (node) => {
      if (isPrivate(node)) return;
      const name = nameOf(node);
      const symbol = name && checker.getSymbolAtLocation(name);
      if (symbol !== undefined) {
        const target = original(symbol);
        if (target.declarations?.some(isOurs) === true) found.push(target);
      }
      ts.forEachChild(node, visit);
    };
    visit(declaration);
    return found;
  }

  /** @param {readonly [ts.Symbol, string]} entry */
  function nameIn([symbol, specifier]) {
    return `${symbol.name} of ${specifier}`;
  }
}

/** @param {ts.Node} node @returns {ts.Node | undefined} */
function nameOf(node) {
  if (ts.isTypeReferenceNode(node)) return node.typeName;
  if (ts.isExpressionWithTypeArguments(node)) return node.expression;
  if (ts.isTypeQueryNode(node)) return node.exprName;
  if (ts.isImportTypeNode(node)) return node.qualifier;
  return undefined;
}

/** Declared in a published file, as something that could be exported. @param {ts.Declaration} declaration */
function isOurs(declaration) {
  return !ts.isTypeParameterDeclaration(declaration) && declaration.getSourceFile().fileName.startsWith(types);
}

/** @param {ts.Node} node */
function isPrivate(node) {
  return ts.canHaveModifiers(node) && ts.getModifiers(node)?.some(({ kind }) => kind === ts.SyntaxKind.PrivateKeyword);
}

const printer = ts.createPrinter({ removeComments: true });

/** @param {ts.Declaration} declaration */
function declarationText(declaration) {
  // The name of a variable is declared in a list, in a statement.
  const node = ts.isVariableDeclaration(declaration) ? declaration.parent.parent : declaration;
  const text = printer.printNode(ts.EmitHint.Unspecified, node, declaration.getSourceFile());
  return text.replaceAll(/^ +(?:private |#private).*\n/gm, '');
}

/** @param {string} specifier @param {readonly string[]} parts */
function reportOf(specifier, parts) {
  const head = `# API of \`${specifier}\`\n\n\`npm run api\` writes this file; a test compares it.\n`;
  return parts.length === 0 ? head : `${head}\n\`\`\`ts\n${parts.join('\n\n')}\n\`\`\`\n`;
}

/** @param {ReadonlyMap<string, string>} reports */
export function writeReports(reports) {
  fs.rmSync(reportFolder, { recursive: true, force: true });
  fs.mkdirSync(reportFolder, { recursive: true });
  for (const [name, text] of reports) fs.writeFileSync(path.join(reportFolder, name), text);
}
