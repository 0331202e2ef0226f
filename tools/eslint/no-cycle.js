// No file reaches itself through imports that exist at run time. `import type` is erased and does not count;
// nor does a dynamic import, which runs later.
import fs from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

/**
 * @param {string} filename
 * @param {string} text
 * @returns {string[]} absolute paths of the sources it imports by a relative path
 */
function importsOf(filename, text) {
  const source = ts.createSourceFile(filename, text, ts.ScriptTarget.Latest);
  const found = [];
  for (const statement of source.statements) {
    let specifier;
    if (ts.isImportDeclaration(statement)) {
      if (statement.importClause?.phaseModifier !== ts.SyntaxKind.TypeKeyword) specifier = statement.moduleSpecifier;
    } else if (ts.isExportDeclaration(statement) && !statement.isTypeOnly) {
      specifier = statement.moduleSpecifier;
    }
    if (specifier === undefined || !ts.isStringLiteral(specifier) || !specifier.text.startsWith('.')) continue;
    found.push(sourceOf(path.resolve(path.dirname(filename), specifier.text)));
  }
  return found;
}

/**
 * @param {string} file as it is imported
 * @returns {string}
 */
function sourceOf(file) {
  const withoutExtension = file.replace(/\.js$/, '');
  const tsx = `${withoutExtension}.tsx`;
  return fs.existsSync(tsx) ? tsx : `${withoutExtension}.ts`;
}

/** @type {Map<string, { mtime: number, imports: string[] }>} */
const cache = new Map();

/**
 * @param {string} filename
 * @returns {string[]}
 */
function importsOnDisk(filename) {
  const mtime = fs.statSync(filename, { throwIfNoEntry: false })?.mtimeMs;
  if (mtime === undefined) return [];
  const known = cache.get(filename);
  if (known?.mtime === mtime) return known.imports;
  const imports = importsOf(filename, fs.readFileSync(filename, 'utf8'));
  cache.set(filename, { mtime, imports });
  return imports;
}

/**
 * @param {string} start
 * @param {string} text the text of `start`, which an editor may not have saved yet
 * @returns {string[] | undefined} a path of imports from `start` back to itself
 */
export function findCycle(start, text) {
  const seen = new Set();
  /** @type {{ file: string, from: string[] }[]} */
  const pending = importsOf(start, text).map((file) => ({ file, from: [start] }));
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { file, from } = next;
    const route = [...from, file];
    if (file === start) return route;
    if (seen.has(file)) continue;
    seen.add(file);
    for (const imported of importsOnDisk(file)) pending.push({ file: imported, from: route });
  }
  return undefined;
}

/** @type {import('eslint').Rule.RuleModule} */
export const noCycleRule = {
  meta: {
    type: 'problem',
    docs: { description: 'no circular imports between files' },
    messages: { cycle: 'Circular import: {{ route }}.' },
    schema: [],
  },
  create(context) {
    return {
      Program(node) {
        const cycle = findCycle(context.filename, context.sourceCode.text);
        if (cycle === undefined) return;
        const route = cycle.map((file) => path.relative(context.cwd, file)).join(' -> ');
        context.report({ node, messageId: 'cycle', data: { route } });
      },
    };
  },
};
