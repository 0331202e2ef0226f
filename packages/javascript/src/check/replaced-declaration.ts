import { FencepostError } from '@fencepost/core';
import type { ImportDeclaration, ImportDeclarationSpecifier, Node, Statement } from 'oxc-parser';
import { language } from '#host/language';
import { isTypeScript } from '../load/source.js';
import { forEachChild } from '../transform/walk.js';
import { CHECK_MODULES } from './check-modules.js';

/** A file that declares data structures, with one of the declarations replaced. */
export interface ReplacedDeclaration {
  /** Source text of the function that creates the structure. */
  readonly create: string;
  /** Local name under which the file imports `check`. */
  readonly check: string;
  /** Local name of Node's `assert`, if the file imports it. */
  readonly assert: string | undefined;
  /** Returns a name similar to this one that is unused in the file. */
  readonly free: (name: string) => string;
  /** Returns the file's text with this check in place of the declaration, and without all other declarations. */
  readonly textWith: (check: string) => string;
}

/** Functions that register checks. */
const REGISTERING: readonly string[] = ['linearizable', 'check'];
/** Imported names that only declarations use. */
const VALUES: readonly string[] = ['int', 'oneOf', 'distinct'];
const ASSERT = /^(?:node:)?assert(?:\/strict)?$/;

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Finds `linearizable('name', …)` at the top level of a file. */
export function replacedDeclaration(file: string, text: string, name: string): ReplacedDeclaration {
  const { program, errors } = language.parseSync(file, text);
  const imports = program.body.filter((each) => each.type === 'ImportDeclaration');
  const ours = imports.filter(
    ({ source, importKind }) => CHECK_MODULES.includes(source.value) && importKind !== 'type',
  );
  const names = new RegisteringNames(ours.flatMap(({ specifiers }) => specifiers));
  const declarations = program.body.flatMap((statement) => {
    const call = callOf(statement, names);
    return call === undefined ? [] : [{ ...call, statement }];
  });
  const found = declarations.find(({ called, args: [first] }) => called === 'linearizable' && stringOf(first) === name);
  const create = found?.args[1];
  const own = found && ours.find(({ specifiers }) => specifiers.some(({ local }) => local.name === found.local));
  if (errors.length > 0 || found === undefined || own === undefined || create === undefined) throw notFound(file, name);

  const removed = new Set<Node>(declarations.map(({ statement }) => statement));
  const rest = program.body.filter((each) => each.type !== 'ImportDeclaration' && !removed.has(each));
  const used = new Set([...rest, create].flatMap(namesIn));
  const taken = new Set([
    ...used,
    ...imports.filter((each) => !ours.includes(each)).flatMap((each) => each.specifiers.map(({ local }) => local.name)),
    ...ours.flatMap((each) => each.specifiers.filter((one) => !isRegistering(one)).map(({ local }) => local.name)),
  ]);
  const free = (wanted: string): string => {
    let [chosen, number] = [wanted, 2];
    while (taken.has(chosen)) chosen = `${wanted}${number++}`;
    taken.add(chosen);
    return chosen;
  };
  const check = free('check');
  const cut = (from: Node): string => text.slice(from.start, from.end);
  return {
    ...{ create: cut(create), check, free },
    assert: imports
      .filter(({ source, importKind }) => ASSERT.test(source.value) && importKind !== 'type')
      .flatMap(({ specifiers }) => specifiers)
      .find(({ type }) => type === 'ImportDefaultSpecifier')?.local.name,
    textWith: (replacement) => {
      // Calls elsewhere, for example in loops, remain but do nothing.
      const members = names.membersIn(rest);
      const idle = [
        ...names.locals.filter((each) => used.has(each)),
        ...(members.length > 0 ? [free('declared')] : []),
      ];
      const importsOf = (each: ImportDeclaration): string => {
        const kept = each.specifiers.filter(
          (one) => !isRegistering(one) && (used.has(one.local.name) || !isForDeclarations(one)),
        );
        const added = each === own ? (check === 'check' ? check : `check as ${check}`) : undefined;
        return importText(
          kept.map((one) => ({ text: cut(one), type: one.type })),
          added,
          each.source.value,
        );
      };
      return edited(text, [
        ...ours.map((each) => ({
          ...span(each),
          text: [
            importsOf(each),
            ...(each === own ? idle.flatMap((one) => doesNothing(one, file, own.source.value)) : []),
          ].join('\n'),
        })),
        ...declarations.map(({ statement }) => ({
          ...span(statement),
          text: statement === found.statement ? replacement : '',
        })),
        ...members.map((each) => ({ ...span(each), text: idle.at(-1)! })),
      ]);
    },
  };
}

/** Names under which a file calls the functions that register checks. */
class RegisteringNames {
  /** Local names of the functions themselves, without namespaces. */
  readonly locals: readonly string[];
  private readonly functions: ReadonlyMap<string, string>;
  private readonly namespaces: ReadonlySet<string>;

  constructor(specifiers: readonly ImportDeclarationSpecifier[]) {
    this.functions = new Map(specifiers.filter(isRegistering).map((each) => [each.local.name, importedName(each)]));
    this.locals = [...this.functions.keys()];
    this.namespaces = new Set(
      specifiers.filter(({ type }) => type === 'ImportNamespaceSpecifier').map(({ local }) => local.name),
    );
  }

  /** Returns the registering function that an expression refers to, and the imported name in the expression. */
  of(node: Node): { readonly called: string; readonly local: string } | undefined {
    if (node.type === 'Identifier') {
      const called = this.functions.get(node.name);
      return called === undefined ? undefined : { called, local: node.name };
    }
    if (node.type !== 'MemberExpression' || node.computed) return undefined;
    const { object, property } = node;
    // Handles `namespace.check` and `check.only`.
    if (object.type !== 'Identifier' || !this.namespaces.has(object.name)) return this.of(object);
    return REGISTERING.includes(property.name) ? { called: property.name, local: object.name } : undefined;
  }

  /** Returns all expressions of the form `namespace.check`. */
  membersIn(nodes: readonly Node[]): readonly Node[] {
    const found: Node[] = [];
    const visit = (node: Node): void => {
      const of = node.type === 'MemberExpression' && node.object.type === 'Identifier' ? node.object.name : undefined;
      if (of !== undefined && this.namespaces.has(of) && this.of(node) !== undefined) found.push(node);
      else forEachChild(node, visit);
    };
    nodes.forEach(visit);
    return found;
  }
}

/** Returns all names in the node, except property names. */
function namesIn(node: Node): readonly string[] {
  const found: string[] = [];
  const visit = (each: Node): void => {
    if (each.type === 'Identifier' || each.type === 'JSXIdentifier') found.push(each.name);
    else if (each.type === 'MemberExpression' && !each.computed) visit(each.object);
    else if (each.type === 'Property' && !each.computed) visit(each.value);
    else
      forEachChild(each, (child) => {
        const isName = 'key' in each && each.key === child && 'computed' in each && !each.computed;
        if (!isName) visit(child);
      });
  };
  visit(node);
  return found;
}

function importedName(specifier: ImportDeclarationSpecifier): string {
  if (specifier.type !== 'ImportSpecifier') return '';
  const { imported } = specifier;
  return imported.type === 'Identifier' ? imported.name : imported.value;
}

function isRegistering(specifier: ImportDeclarationSpecifier): boolean {
  return REGISTERING.includes(importedName(specifier));
}

function isForDeclarations(specifier: ImportDeclarationSpecifier): boolean {
  return specifier.type === 'ImportNamespaceSpecifier' || VALUES.includes(importedName(specifier));
}

/** Parses a statement of the form `f(…)` or `f.only(…)`. */
function callOf(
  statement: Statement | Node,
  names: RegisteringNames,
): { readonly called: string; readonly local: string; readonly args: readonly Node[] } | undefined {
  if (statement.type !== 'ExpressionStatement' || statement.expression.type !== 'CallExpression') return undefined;
  const { callee, arguments: args } = statement.expression;
  const meant = names.of(callee);
  return meant && { ...meant, args };
}

function stringOf(node: Node | undefined): unknown {
  if (node?.type === 'TemplateLiteral' && node.expressions.length === 0) return node.quasis[0]!.value.cooked;
  return node?.type === 'Literal' ? node.value : undefined;
}

/** Returns the import statements, or an empty text if nothing is imported. `added`: a further name to import. */
function importText(
  kept: readonly { readonly text: string; readonly type: ImportDeclarationSpecifier['type'] }[],
  added: string | undefined,
  source: string,
): string {
  const others = kept.filter(({ type }) => type !== 'ImportSpecifier').map((each) => each.text);
  const named = kept.filter(({ type }) => type === 'ImportSpecifier').map((each) => each.text);
  // A namespace import cannot be combined with named imports in one statement.
  const isApart = kept.some(({ type }) => type === 'ImportNamespaceSpecifier');
  const braces = [...named, ...(added === undefined || isApart ? [] : [added])].toSorted();
  const all = [...others, ...(braces.length === 0 ? [] : [`{ ${braces.join(', ')} }`])];
  return [
    ...(isApart && added !== undefined ? [`import { ${added} } from '${source}';`] : []),
    ...(all.length === 0 ? [] : [`import ${all.join(', ')} from '${source}';`]),
  ].join('\n');
}

/** Declares a function that does nothing, in place of one that registers checks. */
function doesNothing(name: string, file: string, module: string): readonly string[] {
  return [
    '// Other checks of the file are not part of this test.',
    `const ${name} = (${isTypeScript(file) ? '..._: unknown[]' : ''}) => {};`,
    // In the modules for test runners, the function has members.
    ...(module === CHECK_MODULES[0] ? [] : [`${name}.only = ${name}.skip = ${name};`]),
  ];
}

function span({ start, end }: Node | Statement): { readonly start: number; readonly end: number } {
  return { start, end };
}

function edited(text: string, edits: readonly Edit[]): string {
  return edits
    .toSorted((a, b) => b.start - a.start)
    .reduce((all, each) => all.slice(0, each.start) + each.text + all.slice(each.end), text);
}

function notFound(file: string, name: string): FencepostError {
  return new FencepostError(
    'USAGE',
    `${file} has no linearizable('${name}', …) at the top level, which a test would replace`,
    {
      hint: 'import linearizable from fencepost, and call it with the name as a string, outside of functions and loops',
    },
  );
}
