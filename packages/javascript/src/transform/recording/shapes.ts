import type { Node } from 'oxc-parser';
import { forEachBoundName } from '../walk/patterns.js';
import type { NodeOf } from '../walk/walk.js';
import { forEachChild } from '../walk/walk.js';

/** A function of any kind. */
export type AnyFunction = NodeOf<'FunctionDeclaration' | 'FunctionExpression' | 'ArrowFunctionExpression'>;
/** A member of an object. */
export type Member = NodeOf<'MemberExpression'>;

export function isPausing(node: Node): boolean {
  return isFunction(node) && (node.async || ('generator' in node && node.generator));
}

export function isFunction(node: Node): node is AnyFunction {
  return (
    node.type === 'FunctionDeclaration' || node.type === 'FunctionExpression' || node.type === 'ArrowFunctionExpression'
  );
}

/** Returns whether evaluating the node may pause the function around it. */
export function pauses(node: Node | null): boolean {
  if (node === null || isFunction(node)) return false;
  if (node.type === 'AwaitExpression' || node.type === 'YieldExpression') return true;
  if (node.type === 'ForOfStatement' && node.await) return true;
  let found = false;
  forEachChild(node, (child) => {
    found ||= pauses(child);
  });
  return found;
}

export function endOfDirectives(statements: readonly Node[], start: number): number {
  let end = start;
  for (const one of statements) {
    if (one.type !== 'ExpressionStatement' || !('directive' in one) || typeof one.directive !== 'string') break;
    end = one.end;
  }
  return end;
}

/** The key of a property that is known from the text. */
export function keyOf({ property, computed }: Member): string | undefined {
  if (property.type === 'PrivateIdentifier') return `#${property.name}`;
  if (!computed) return property.name;
  const isName = property.type === 'Literal' && typeof property.value === 'string' && !/^\d+$/.test(property.value);
  return isName ? property.value : undefined;
}

export function isInChain(node: Node): boolean {
  for (let at = node; at.type === 'MemberExpression' || at.type === 'CallExpression';) {
    if (at.optional) return true;
    at = at.type === 'MemberExpression' ? at.object : at.callee;
  }
  return false;
}

export function isPlainExpression(node: Node): boolean {
  if (node.type === 'ParenthesizedExpression') return isPlainExpression(node.expression);
  return node.type !== 'MemberExpression' && node.type !== 'ChainExpression';
}

export function holdsFunction(node: Node): boolean {
  if (isFunction(node)) return true;
  let found = false;
  forEachChild(node, (child) => {
    found ||= holdsFunction(child);
  });
  return found;
}

export function isPlainParameter(node: Node): boolean {
  if (node.type === 'AssignmentPattern') return node.left.type === 'Identifier';
  if (node.type === 'RestElement') return node.argument.type === 'Identifier';
  return node.type === 'Identifier';
}

export function isNothing(node: Node): boolean {
  return (node.type === 'Literal' && node.value === null) || (node.type === 'Identifier' && node.name === 'undefined');
}

export function isPrimitive(node: Node): boolean {
  switch (node.type) {
    case 'Literal':
      return !('regex' in node);
    case 'TemplateLiteral':
    case 'UpdateExpression':
      return true;
    case 'UnaryExpression':
      return true;
    case 'BinaryExpression':
      return true;
    case 'ParenthesizedExpression':
      return isPrimitive(node.expression);
    default:
      return false;
  }
}

/** The keys of an object pattern that only names properties. */
export function simpleKeys(id: Node): readonly string[] | undefined {
  if (id.type !== 'ObjectPattern') return undefined;
  const keys: string[] = [];
  for (const one of id.properties) {
    if (one.type !== 'Property' || one.computed || one.key.type !== 'Identifier') return undefined;
    const value = one.value.type === 'AssignmentPattern' ? one.value.left : one.value;
    if (value.type !== 'Identifier') return undefined;
    keys.push(one.key.name);
  }
  return keys;
}

export function namesOf(pattern: Node): string[] {
  const names: string[] = [];
  forEachBoundName(pattern, (text) => names.push(text));
  return names;
}
