import type { Node } from 'oxc-parser';
import type { Loop } from '../walk/scopes.js';
import { resolve } from '../walk/scopes.js';
import type { NodeOf } from '../walk/walk.js';
import { forEachChild } from '../walk/walk.js';

type LoopStatement = NodeOf<'WhileStatement' | 'DoWhileStatement' | 'ForStatement'>;

/**
 * Returns the variables whose values at the head of a loop do not matter: each iteration assigns them first. Not in
 * functions with `try`, where an exception may come before the assignment, and not if a closure uses them.
 */
export function deadVariablesOf(node: LoopStatement, loop: Loop): ReadonlySet<string> {
  const dead = new Set<string>();
  const read: Node[] = [];
  for (const first of firstOf(node)) {
    const assigned = assignedBy(first);
    if (assigned === undefined) {
      read.push(first);
      continue;
    }
    read.push(assigned.value);
    if (!read.some((each) => mentions(each, assigned.name))) dead.add(assigned.name);
  }
  if (dead.size === 0) return dead;
  const { function: home } = loop.scope;
  const isUsedByClosure = (name: string): boolean => mentionsInFunctions(home.node, home.node, name);
  // Other modules may read variables of a module.
  if (home.parent === undefined || containsTry(home.node)) return new Set();
  for (const name of dead) {
    if (resolve(loop.scope, name)?.scope.function !== home || isUsedByClosure(name)) dead.delete(name);
  }
  return dead;
}

/** Returns the parts of the loop that each iteration evaluates first, in order, before it can leave the loop. */
function firstOf(node: LoopStatement): readonly Node[] {
  const endless = node.type === 'DoWhileStatement' || node.test === null || node.test.type === 'Literal';
  if (!endless) return [node.test!];
  if (node.body.type !== 'BlockStatement') return [node.body];
  const { body } = node.body;
  const end = body.findIndex(({ type }) => type !== 'ExpressionStatement' && type !== 'VariableDeclaration');
  return end < 0 ? body : body.slice(0, end);
}

/** Returns the assignment that is evaluated first. */
function assignedBy(node: Node): { readonly name: string; readonly value: Node } | undefined {
  switch (node.type) {
    case 'ExpressionStatement':
    case 'ParenthesizedExpression':
      return assignedBy(node.expression);
    case 'BinaryExpression':
      return assignedBy(node.left);
    case 'AssignmentExpression':
      if (node.operator !== '=' || node.left.type !== 'Identifier') return undefined;
      return { name: node.left.name, value: node.right };
    default:
      return undefined;
  }
}

function mentions(node: Node, name: string): boolean {
  if (node.type === 'Identifier' && node.name === name) return true;
  let found = false;
  forEachChild(node, (child) => (found ||= mentions(child, name)));
  return found;
}

function mentionsInFunctions(root: Node, node: Node, name: string): boolean {
  if (node !== root && isFunction(node)) return mentions(node, name);
  let found = false;
  forEachChild(node, (child) => (found ||= mentionsInFunctions(root, child, name)));
  return found;
}

function containsTry(node: Node): boolean {
  if (node.type === 'TryStatement') return true;
  let found = false;
  forEachChild(node, (child) => (found ||= containsTry(child)));
  return found;
}

function isFunction({ type }: Node): boolean {
  return (
    type.includes('Function') || type.startsWith('Class') || type === 'PropertyDefinition' || type === 'StaticBlock'
  );
}
