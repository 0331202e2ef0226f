import type { Node } from 'oxc-parser';
import { parseSync, visitorKeys } from 'oxc-parser';

/** A part of a text, and what is to stand in its place. */
export interface TextEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** A node within another. */
interface Found {
  readonly node: Extract<Node, { readonly type: 'MemberExpression' }>;
  readonly parents: readonly Node[];
}

/**
 * The edits that make an atomic operation of the access to an element at this offset of a text: `view[i] = v` becomes
 * `Atomics.store(view, i, v)`, and `view[i]` becomes `Atomics.load(view, i)`. undefined: it is another kind of access.
 */
export function atomicAccess(
  file: string,
  text: string,
  offset: number,
  operation: 'load' | 'store',
): readonly TextEdit[] | undefined {
  const { program, errors } = parseSync(file, text);
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
  const [statement, parent] = parents.slice(-2);
  if (operation === 'load') {
    if (parent !== undefined && !reads(parent, node)) return undefined;
    if (!isBare(property.end, node.end, /^\s*\]$/)) return undefined;
    const [before, after] = [insertion(node.start, 'Atomics.load('), { start: property.end, end: node.end, text: ')' }];
    return [before, between, after];
  }
  if (parent?.type !== 'AssignmentExpression' || parent.left !== node || parent.operator !== '=') return undefined;
  // The value of an assignment is what is assigned, that of Atomics.store an integer.
  if (statement?.type !== 'ExpressionStatement') return undefined;
  const { right } = parent;
  if (!isBare(property.end, right.start, /^\s*\]\s*=\s*$/)) return undefined;
  return [
    insertion(node.start, 'Atomics.store('),
    between,
    { start: property.end, end: right.start, text: ', ' },
    insertion(right.end, ')'),
  ];
}

/** Is there an access to an element at this offset? */
export function isElement(file: string, text: string, offset: number): boolean {
  const { program, errors } = parseSync(file, text);
  return errors.length === 0 && elementAt(program, offset) !== undefined;
}

function insertion(at: number, text: string): TextEdit {
  return { start: at, end: at, text };
}

/** Is the value of the element all that its parent wants? */
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

/** The largest access to an element that starts here. */
function elementAt(program: Node, offset: number): Found | undefined {
  const search = (node: Node, parents: readonly Node[]): Found | undefined => {
    if (node.start > offset || node.end <= offset) return undefined;
    if (node.type === 'MemberExpression' && node.computed && node.start === offset) return { node, parents };
    for (const child of childrenOf(node)) {
      const found = search(child, [...parents, node]);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return search(program, []);
}

function childrenOf(node: Node): readonly Node[] {
  const fields = node as unknown as Readonly<Record<string, Node | readonly (Node | null)[] | null | undefined>>;
  return (visitorKeys[node.type] ?? []).flatMap((key) => fields[key] ?? []).filter((child) => child !== null);
}
