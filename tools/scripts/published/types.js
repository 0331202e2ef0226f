// Writes the published types: the declarations that the entries need, from all packages, as one tree of files that import one
// another by relative paths. Files are shared by the entries, so that a class is the same type wherever it is imported from.
import fs from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { entries, home } from './entries.js';

const packages = path.dirname(home);
const folder = path.join(home, 'dist', 'types');

/** @typedef {{ readonly start: number, readonly end: number, readonly text: string }} Edit */
/** @typedef {{ readonly file: ts.SourceFile, readonly name: string }} Declared */

export function writeTypes() {
  const targets = new Map(entries().map(({ declarations, types }) => [declarations, types]));
  const program = ts.createProgram([...targets.keys()], {
    module: ts.ModuleKind.NodeNext,
    target: ts.ScriptTarget.ES2023,
    noEmit: true,
  });
  const checker = program.getTypeChecker();
  fs.rmSync(folder, { recursive: true, force: true });

  /** Where a file is published; undefined if it is not ours. @param {ts.SourceFile} file */
  const targetOf = (file) => {
    const [name = '', dist = '', ...rest] = path.relative(packages, file.fileName).split(path.sep);
    if (dist !== 'dist') return undefined;
    return targets.get(path.normalize(file.fileName)) ?? path.join(folder, name, ...rest);
  };

  const queue = [...targets.keys()].map((name) => defined(program.getSourceFile(name), `${name} is not built`));
  const written = new Set(queue);
  for (const file of queue) {
    const target = defined(targetOf(file), `${file.fileName} is not ours`);
    const { edits, needed } = rewrite(file, target);
    fs.mkdirSync(path.dirname(target), { recursive: true });
    fs.writeFileSync(target, edited(file.text, edits).replace(/\n\/\/# sourceMappingURL=.*\n?$/, '\n'));
    for (const other of needed) {
      if (!written.has(other)) queue.push(other);
      written.add(other);
    }
  }

  /**
   * Imports name the file that declares what they import, as the index of a package would bring all of it along.
   *
   * @param {ts.SourceFile} file
   * @param {string} target
   */
  function rewrite(file, target) {
    /** @type {Edit[]} */
    const edits = [];
    /** @type {ts.SourceFile[]} */
    const needed = [];
    /** @param {ts.Node} node @param {string} text */
    const replace = (node, text) => edits.push({ start: node.getStart(file), end: node.getEnd(), text });
    /** @param {ts.SourceFile} other */
    const specifierOf = (other) => {
      needed.push(other);
      return relative(target, defined(targetOf(other), `${other.fileName} is not ours`));
    };
    /** @param {ts.Node} node */
    const visit = (node) => {
      if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) {
        const names = namesOf(node);
        if (names !== undefined) replace(node, statements(node, names, specifierOf));
      } else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) {
        const declared = declaredBy(checker.getSymbolAtLocation(node.qualifier ?? node));
        if (declared !== undefined) replace(node.argument, `'${specifierOf(declared.file)}'`);
        ts.forEachChild(node, visit);
      } else ts.forEachChild(node, visit);
    };
    visit(file);
    return { edits, needed };
  }

  /**
   * What a statement imports or exports of our own files; undefined if it is to stay as it is.
   *
   * @param {ts.ImportDeclaration | ts.ExportDeclaration} node
   * @returns {{ readonly declared: Declared, readonly as: string, readonly isType: boolean }[] | undefined}
   */
  function namesOf(node) {
    const module = node.moduleSpecifier && checker.getSymbolAtLocation(node.moduleSpecifier);
    const file = module?.declarations?.find(ts.isSourceFile);
    if (module === undefined || file === undefined || targetOf(file) === undefined) return undefined;
    const list = ts.isImportDeclaration(node) ? node.importClause?.namedBindings : node.exportClause;
    if (list !== undefined && !ts.isNamedImports(list) && !ts.isNamedExports(list)) throw cannot(node);
    if (ts.isImportDeclaration(node) && (list === undefined || node.importClause?.name !== undefined))
      throw cannot(node);
    /** @param {ts.Symbol | undefined} symbol */
    const found = (symbol) => declaredBy(symbol) ?? fail(cannot(node));
    if (list === undefined) {
      return checker
        .getExportsOfModule(module)
        .map((symbol) => ({ declared: found(symbol), as: symbol.name, isType: false }));
    }
    return list.elements.map((element) => ({
      declared: found(
        ts.isExportSpecifier(element)
          ? checker.getExportSpecifierLocalTargetSymbol(element)
          : checker.getSymbolAtLocation(element.name),
      ),
      as: element.name.text,
      isType: element.isTypeOnly,
    }));
  }

  /** @param {ts.Symbol | undefined} symbol @returns {Declared | undefined} */
  function declaredBy(symbol) {
    if (symbol === undefined) return undefined;
    const original = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
    const file = original.declarations?.[0]?.getSourceFile();
    return file && targetOf(file) !== undefined ? { file, name: original.name } : undefined;
  }
}

/**
 * @param {ts.ImportDeclaration | ts.ExportDeclaration} node
 * @param {readonly { readonly declared: Declared, readonly as: string, readonly isType: boolean }[]} names
 * @param {(file: ts.SourceFile) => string} specifierOf
 */
function statements(node, names, specifierOf) {
  const isImport = ts.isImportDeclaration(node);
  const isType = isImport ? node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword : node.isTypeOnly;
  const attributes = node.attributes === undefined ? '' : ` ${node.attributes.getText()}`;
  const files = [...new Set(names.map(({ declared }) => declared.file))];
  return files
    .map((file) => {
      const group = names.filter(({ declared }) => declared.file === file);
      const list = group.map(({ declared, as, isType }) => {
        const name = declared.name === as ? as : `${declared.name} as ${as}`;
        return isType ? `type ${name}` : name;
      });
      const keyword = `${isImport ? 'import' : 'export'}${isType ? ' type' : ''}`;
      return `${keyword} { ${list.join(', ')} } from '${specifierOf(file)}'${attributes};`;
    })
    .join('\n');
}

/** @param {string} from @param {string} to */
function relative(from, to) {
  const short = path.relative(path.dirname(from), to).split(path.sep).join('/');
  return (short.startsWith('.') ? short : `./${short}`).replace(/\.d\.ts$/, '.js').replace(/\.d\.cts$/, '.cjs');
}

/** @param {string} text @param {readonly Edit[]} edits */
function edited(text, edits) {
  let result = text;
  for (const { start, end, text: replacement } of [...edits].sort((a, b) => b.start - a.start)) {
    result = result.slice(0, start) + replacement + result.slice(end);
  }
  return result;
}

/** @param {ts.Node} node */
function cannot(node) {
  return new Error(
    `${node.getSourceFile().fileName}: cannot publish '${node.getText()}': import what is declared by name`,
  );
}

/** @param {Error} error @returns {never} */
function fail(error) {
  throw error;
}

/** @template T @param {T | undefined} value @param {string} otherwise @returns {T} */
function defined(value, otherwise) {
  if (value === undefined) throw new Error(otherwise);
  return value;
}
