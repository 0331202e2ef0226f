import type { Node } from 'oxc-parser';
import { isKey } from '../walk/is-key.js';
import type { NodeOf } from '../walk/walk.js';
import { forEachChild } from '../walk/walk.js';

/** Nodes in which a name may be bound, or assigned in another way than by a step. */
const BINDS = /Function|Pattern|^(?:RestElement|CatchClause|Class\w+|ForOfStatement|ForInStatement|Property)$/;

/**
 * Returns the variable of a loop such as `for (let i = 0; …; i++)`, if it is always a number: the loop declares it with
 * one, only steps it, and declares no other variable of its name.
 */
export function loopCounterOf({ init, test, update, body }: NodeOf<'ForStatement'>): string | undefined {
  if (init?.type !== 'VariableDeclaration' || init.kind !== 'let' || init.declarations.length !== 1) return undefined;
  const { id, init: first } = init.declarations[0]!;
  if (id.type !== 'Identifier' || first?.type !== 'Literal' || typeof first.value !== 'number') return undefined;
  const { name } = id;
  return [test, update, body].every((part) => part === null || isNumberIn(part, part, name)) ? name : undefined;
}

function isNumberIn(node: Node, parent: Node, name: string): boolean {
  if (node.type === 'Identifier' && node.name === name && !isKey(node, parent)) return keepsNumber(node, parent);
  const children: Node[] = [];
  forEachChild(node, (child) => children.push(child));
  return children.every((child) => isNumberIn(child, node, name));
}

function keepsNumber(node: Node, parent: Node): boolean {
  if (BINDS.test(parent.type)) return false;
  if (parent.type === 'VariableDeclarator') return parent.id !== node;
  if (parent.type !== 'AssignmentExpression' || parent.left !== node) return true;
  const isSum = parent.operator === '+=' || parent.operator === '-=';
  return isSum && parent.right.type === 'Literal' && typeof parent.right.value === 'number';
}
