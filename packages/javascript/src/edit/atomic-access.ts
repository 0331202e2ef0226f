import type { Node } from 'oxc-parser';
import { language } from '#host/language';

/** A range of a text, and its replacement. */
export interface TextEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** A node with its ancestors. */
interface Found {
  readonly node: Extract<Node, { readonly type: 'MemberExpression' }>;
  readonly parents: readonly Node[];
}

/**
 * Returns the edits that turn the element access at this offset into an atomic operation: `view[i] = v` becomes
 * `Atomics.store(view, i, v)`, `view[i]` becomes `Atomics.load(view, i)`, and `view[i]++` becomes `Atomics.add(view, i,
 * 1)`, whichever of its two accesses is meant. Returns undefined for any other kind of access.
 */
export function atomicAccess(
  file: string,
  text: string,
  offset: number,
  operation: 'load' | 'store',
): readonly TextEdit[] | undefined {
  const { program, errors } = language.parseSync(file, text);
  if (errors.length > 0) return undefined;
  const found = elementAt(program, offset);
  if (found === undefined) return undefined;
  const { node, parents } = found;
  const { object, property, optional } = node;
  if (optional || object.type === 'Super' || property.type === 'SequenceExpression') return undefined;
  const isBare = (from: number, to: number, expected: RegExp): boolean => expected.test(text.slice(from, to));
  // Comments between the parts would be lost.
  if (!isBare(object.end, property.start, /^\s*\[\s*$/)) return undefined;
  const between = { start: object.end, end: property.start, text: ', ' };
  const { place, parent, above } = placeOf(node, parents);
  if (parent?.type === 'UpdateExpression') {
    const method = parent.operator === '++' ? 'add' : 'sub';
    // A prefix operator returns the new value; `Atomics.add` and `Atomics.sub` return the old one.
    if (parent.prefix && !isUnused(parent, above)) return undefined;
    const [from, to] = parent.prefix ? [parent.start, node.start] : [node.start, node.start];
    if (!isBare(property.end, parent.end, /^\s*\]\s*!?\s*(?:\+\+|--)?$/) || !isBare(from, to, /^(?:\+\+|--)?\s*$/))
      return undefined;
    return [
      { start: from, end: to, text: `Atomics.${method}(` },
      ...[between, { start: property.end, end: parent.end, text: ', 1)' }],
    ];
  }
  if (parent?.type === 'AssignmentExpression' && parent.left === place) {
    const { right, operator } = parent;
    const method = METHODS[operator];
    if (method === undefined || (operator === '=' && operation === 'load')) return undefined;
    // An assignment returns the assigned value, `Atomics.store` an integer, and the other methods the old value.
    const isSame = operator === '=' && isInteger(right);
    if (!isSame && !isUnused(parent, above)) return undefined;
    // `+=` rounds the sum after the addition; the atomic operation rounds the operand before it.
    if ((operator === '+=' || operator === '-=') && !isInteger(right)) return undefined;
    if (!isBare(property.end, right.start, /^\s*\]\s*!?\s*[-+&|^]?=\s*$/)) return undefined;
    return [
      insertion(node.start, `Atomics.${method}(`),
      between,
      { start: property.end, end: right.start, text: ', ' },
      insertion(right.end, ')'),
    ];
  }
  if (operation === 'store' || (parents.length > 0 && !reads(parents.at(-1)!, node))) return undefined;
  if (!isBare(property.end, node.end, /^\s*\]$/)) return undefined;
  return [insertion(node.start, 'Atomics.load('), between, { start: property.end, end: node.end, text: ')' }];
}

/** Methods of `Atomics`, by operator. */
const METHODS: Readonly<Record<string, string>> = {
  '=': 'store',
  '+=': 'add',
  '-=': 'sub',
  '&=': 'and',
  '|=': 'or',
  '^=': 'xor',
};

/** Returns the element, including TypeScript's `!` after it, with its parent and the ancestors above. */
function placeOf(
  node: Node,
  parents: readonly Node[],
): { readonly place: Node; readonly parent: Node | undefined; readonly above: readonly Node[] } {
  const parent = parents.at(-1);
  if (parent?.type !== 'TSNonNullExpression') return { place: node, parent, above: parents.slice(0, -1) };
  return { place: parent, parent: parents.at(-2), above: parents.slice(0, -2) };
}

/** Returns whether the value of an expression is unused. */
function isUnused(node: Node, parents: readonly Node[]): boolean {
  const parent = parents.at(-1);
  const isAbove = (): boolean => isUnused(parent!, parents.slice(0, -1));
  switch (parent?.type) {
    case 'ExpressionStatement':
      return true;
    case 'ForStatement':
      return parent.test !== node;
    case 'UnaryExpression':
      return parent.operator === 'void';
    case 'ParenthesizedExpression':
      return isAbove();
    case 'SequenceExpression':
      return parent.expressions.at(-1) !== node || isAbove();
    case 'LogicalExpression':
      return parent.left !== node && isAbove();
    case 'ConditionalExpression':
      return parent.test !== node && isAbove();
    default:
      return false;
  }
}

function isInteger(node: Node): boolean {
  if (node.type === 'ParenthesizedExpression') return isInteger(node.expression);
  if (node.type === 'UnaryExpression' && node.operator === '-')
    return isInteger(node.argument) && !isZero(node.argument);
  return node.type === 'Literal' && Number.isInteger(node.value);
}

function isZero(node: Node): boolean {
  return node.type === 'Literal' && node.value === 0;
}

/** Returns whether there is an element access at this offset. */
export function isElement(file: string, text: string, offset: number): boolean {
  const { program, errors } = language.parseSync(file, text);
  return errors.length === 0 && elementAt(program, offset) !== undefined;
}

function insertion(at: number, text: string): TextEdit {
  return { start: at, end: at, text };
}

/** Returns whether the parent uses only the value of the element. */
function reads(parent: Node, node: Node): boolean {
  switch (parent.type) {
    case 'AssignmentExpression':
      return parent.right === node;
    case 'CallExpression':
    case 'NewExpression':
      return parent.callee !== node;
    case 'MemberExpression':
    case 'ArrayPattern':
    case 'AssignmentPattern':
    case 'ForInStatement':
    case 'ForOfStatement':
    case 'ObjectPattern':
    case 'RestElement':
    case 'TaggedTemplateExpression':
    case 'UpdateExpression':
      return false;
    case 'UnaryExpression':
      return parent.operator !== 'delete';
    default:
      return true;
  }
}

/** Returns the largest element access that starts at this offset. */
function elementAt(program: Node, offset: number): Found | undefined {
  const search = (node: Node, parents: readonly Node[]): Found | undefined => {
    if (node.start > offset || node.end <= offset) return undefined;
    if (node.type === 'MemberExpression' && node.computed && startsAt(node, offset)) return { node, parents };
    for (const child of childrenOf(node)) {
      const found = search(child, [...parents, node]);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return search(program, []);
}

/**
 * Returns whether an access starts at this offset. The site of a load lies inside the parentheses around its object.
 */
function startsAt({ start, object }: Found['node'], offset: number): boolean {
  let inner: Node = object;
  while (isWrapper(inner)) inner = inner.expression;
  return start === offset || inner.start === offset;
}

function isWrapper(
  node: Node,
): node is Extract<Node, { readonly type: 'ParenthesizedExpression' | 'TSAsExpression' | 'TSNonNullExpression' }> {
  return ['ParenthesizedExpression', 'TSAsExpression', 'TSNonNullExpression'].includes(node.type);
}

function childrenOf(node: Node): readonly Node[] {
  const fields = node as unknown as Readonly<Record<string, Node | readonly (Node | null)[] | null | undefined>>;
  return (language.visitorKeys[node.type] ?? []).flatMap((key) => fields[key] ?? []).filter((child) => child !== null);
}
