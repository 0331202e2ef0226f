import { unrecorded } from '../recording/recorder.js';
import type { Node, Program } from 'oxc-parser';
import { forEachChild } from '../walk/walk.js';

/** An expression named in a message of V8, and its position. */
interface Named {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Expressions called or constructed, and expressions iterated over, as V8's messages show them. */
export interface CallTexts {
  readonly called: readonly Named[];
  readonly iterated: readonly Named[];
}

/** Finds these expressions in a program. */
export function findCallTexts(program: Program): CallTexts {
  const called: Named[] = [];
  const iterated: Named[] = [];
  const note = (list: Named[], node: Node, text = shown(node)): void => {
    list.push({ start: node.start, end: node.end, text });
  };
  const visit = (node: Node): void => {
    switch (node.type) {
      case 'CallExpression':
      case 'NewExpression':
        called.push({ start: node.start, end: node.callee.end, text: shown(node.callee) });
        for (const one of node.arguments)
          if (one.type === 'SpreadElement')
            note(iterated, one.argument, 'Spread syntax requires ...iterable[Symbol.iterator] to be a function');
        break;
      case 'TaggedTemplateExpression':
        note(called, node.tag);
        break;
      case 'ForOfStatement':
        note(iterated, node.right, `${shown(node.right)} is not ${node.await ? 'async ' : ''}iterable`);
        break;
      case 'SpreadElement':
        note(iterated, node.argument, `${shown(node.argument)} is not iterable`);
        break;
      case 'VariableDeclarator':
        if (node.id.type === 'ArrayPattern' && node.init !== null) note(iterated, node.init, destructured(node.init));
        break;
      case 'AssignmentExpression':
        if (node.left.type === 'ArrayPattern') note(iterated, node.right, destructured(node.right));
        break;
      default:
    }
    forEachChild(node, visit);
  };
  visit(program);
  return { called, iterated };
}

function destructured(value: Node): string {
  return value.type === 'Identifier' || value.type === 'Literal'
    ? `${shown(value)} is not iterable`
    : 'object is not iterable (cannot read property Symbol(Symbol.iterator))';
}

/** Returns the innermost expression at this offset. */
export function namedAt(list: readonly Named[], offset: number): string | undefined {
  let found: Named | undefined;
  for (const one of list) {
    if (one.start > offset || offset > one.end) continue;
    if (found === undefined || one.end - one.start < found.end - found.start) found = one;
  }
  return found?.text;
}

/** Returns an expression as V8 prints it. */
function shown(node: Node): string {
  switch (node.type) {
    case 'ParenthesizedExpression':
      return shown(node.expression);
    case 'ChainExpression':
      return shown(node.expression);
    case 'Identifier':
      return node.name;
    case 'ThisExpression':
      return 'this';
    case 'Super':
      return 'super';
    case 'Literal':
      return typeof node.value === 'string' ? `"${node.value}"` : (node.raw ?? String(node.value));
    case 'CallExpression': {
      const plain = unrecorded(node);
      return plain === undefined ? `${shown(node.callee)}(...)` : shown(plain);
    }
    case 'SequenceExpression':
      return `(${node.expressions.map(shown).join(' , ')})`;
    case 'MemberExpression':
      return `${node.object.type === 'Super' ? '(intermediate value)' : shown(node.object)}${shownKey(node.property, node.computed, node.optional)}`;
    default:
      return '(intermediate value)';
  }
}

function shownKey(key: Node, computed: boolean, optional: boolean): string {
  const dot = optional ? '?.' : '.';
  if (key.type === 'PrivateIdentifier') return `${dot}#${key.name}`;
  if (!computed && key.type === 'Identifier') return `${dot}${key.name}`;
  if (key.type === 'Literal' && typeof key.value === 'string') return `${dot}${key.value}`;
  return `${optional ? '?.' : ''}[${shown(key)}]`;
}
