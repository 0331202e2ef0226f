import type { Node } from 'oxc-parser';
import { importedText } from './identifiers.js';
import { instrument } from '../text/own-names.js';
import { resolve } from '../walk/scopes.js';
import type { NodeOf, Walk } from '../walk/walk.js';
import { forEachChild } from '../walk/walk.js';

/** Globals that no thread can change in a way that a check of the end could observe. */
const GLOBALS: ReadonlySet<string> = new Set([
  'undefined', 'NaN', 'Infinity', 'Math', 'JSON', 'Number', 'BigInt', 'String', 'Boolean', 'Array', 'Object', 'Atomics',
  'Error', 'TypeError', 'RangeError', 'isNaN', 'isFinite', 'parseInt', 'parseFloat', 'Set', 'Map',
  'Int8Array', 'Uint8Array', 'Int16Array', 'Uint16Array', 'Int32Array', 'Uint32Array', 'Float32Array', 'Float64Array',
  'BigInt64Array', 'BigUint64Array',
]); // prettier-ignore

/** Constructs through which a function accesses more than the names in it. */
const OPEN: ReadonlySet<Node['type']> = new Set<Node['type']>([
  'ThisExpression', 'Super', 'MetaProperty', 'ImportExpression', 'ClassExpression', 'ClassDeclaration',
  'AwaitExpression', 'YieldExpression', 'TaggedTemplateExpression', 'WithStatement',
]); // prettier-ignore

type Call = NodeOf<'CallExpression'>;

/**
 * Returns the argument of `t.after(…)` if it is a function that names only constants of outer functions, imports, and
 * globals: its verdict may then depend on memory and results alone.
 */
export function closedCheck({ callee, arguments: given }: Call, walk: Walk): Node | undefined {
  if (callee.type !== 'MemberExpression' || callee.computed || callee.property.name !== 'after') return undefined;
  const [check] = given;
  if (given.length !== 1 || check?.type !== 'ArrowFunctionExpression' || check.async) return undefined;
  return outerNames(check, walk) === undefined ? undefined : check;
}

/** Emits the function with the constants and imports that it names. */
export function visitClosedCheck(check: Node, walk: Walk): void {
  const names = outerNames(check, walk)!;
  const imported = names.flatMap((name) => importedText(name, walk) ?? []);
  const constants = names.filter((name) => importedText(name, walk) === undefined);
  walk.emit.insertBefore(check.start, `${instrument('closed')}(`);
  walk.visit(check);
  walk.emit.insertAfter(check.end, `,()=>[${constants.join()}],()=>[${imported.join()}])`);
}

/** Returns the constants and imports that a function names; undefined if it depends on anything else. */
function outerNames(check: Node, walk: Walk): readonly string[] | undefined {
  const named = new Set<string>();
  const inner = new Set<string>();
  const open = new Set<Node>();
  const visit = (node: Node): void => {
    if (OPEN.has(node.type)) open.add(node);
    for (const name of walk.scopes.of.get(node)?.bindings.keys() ?? []) inner.add(name);
    if (node.type === 'Identifier') named.add(node.name);
    else if (node.type === 'MemberExpression' && !node.computed) visit(node.object);
    else if (node.type === 'Property' && !node.computed) visit(node.value);
    else forEachChild(node, visit);
  };
  visit(check);
  if (open.size > 0) return undefined;
  const outer: string[] = [];
  for (const name of named) {
    const binding = resolve(walk.scope, name);
    // A name declared both inside and outside may denote either.
    if (inner.has(name) ? binding !== undefined : binding === undefined && !GLOBALS.has(name)) return undefined;
    if (binding === undefined) continue;
    if (!binding.constant && binding.imported === undefined) return undefined;
    outer.push(name);
  }
  return outer;
}
