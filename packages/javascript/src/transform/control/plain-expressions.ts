import type { Node } from 'oxc-parser';
import type { NodeOf } from '../walk/walk.js';

const OPERATIONS = new Set(['load', 'store', 'compareExchange', 'exchange', 'add', 'sub', 'and', 'or', 'xor']);
const WRAPPERS = new Set(['ParenthesizedExpression', 'TSAsExpression', 'TSNonNullExpression', 'TSSatisfiesExpression', 'TSTypeAssertion']); // prettier-ignore

/** Whether it is a number or a boolean. */
export function isNumber(node: Node): boolean {
  return node.type === 'Literal' && (typeof node.value === 'number' || typeof node.value === 'boolean');
}

/** Whether it is a call of `Atomics`: of the function of this name, or of any that plain loops may have. */
export function isAtomics(node: Node, name?: string): node is NodeOf<'CallExpression'> {
  if (node.type !== 'CallExpression' || node.optional || node.callee.type !== 'MemberExpression') return false;
  const { object, property, computed } = node.callee;
  if (computed || object.type !== 'Identifier' || object.name !== 'Atomics' || property.type !== 'Identifier')
    return false;
  return name === undefined ? OPERATIONS.has(property.name) : property.name === name;
}

/** Returns the expression without parentheses and types. */
export function bare(node: Node): Node {
  return WRAPPERS.has(node.type) ? bare((node as NodeOf<'ParenthesizedExpression'>).expression) : node;
}
