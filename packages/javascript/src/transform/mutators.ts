import type { Node } from 'oxc-parser';
import type { NodeOf, Walk } from './walk.js';
import { instrument } from './own-names.js';

/** Prefixes of the methods of built-in objects that change them. */
const CHANGES =
  /^(?:set|add|delete|clear|push|pop|shift|unshift|splice|sort|reverse|fill|copyWithin|next|return|throw|exec|test|append|write|swap|copy|resize)/;

/** Functions that change their first argument. */
const FUNCTIONS: ReadonlyMap<string, RegExp> = new Map([
  ['Object', /^(?:assign|define|set|freeze|seal|prevent)/],
  ['Reflect', /^(?:set|define|delete|prevent)/],
  ['Atomics', /^(?:store|add|sub|and|or|xor|exchange|compareExchange)$/],
]);

/** Might the call of this method, if it is one of a built-in object, change the object? */
export function changesReceiver(callee: Node): callee is NodeOf<'MemberExpression'> {
  if (callee.type !== 'MemberExpression' || callee.object.type === 'Super' || isNamespace(callee)) return false;
  return callee.computed || callee.property.type !== 'Identifier' ? false : CHANGES.test(callee.property.name);
}

/** Is it a function of `Object` or `Reflect` that changes its first argument? */
export function changesArgument(callee: Node): boolean {
  if (callee.type !== 'MemberExpression' || !isNamespace(callee)) return false;
  const { object, property } = callee;
  const isName = object.type === 'Identifier' && property.type === 'Identifier';
  return isName && FUNCTIONS.get(object.name)!.test(property.name);
}

function isNamespace({ object }: NodeOf<'MemberExpression'>): boolean {
  return object.type === 'Identifier' && FUNCTIONS.has(object.name);
}

/** Emits a node in a call of `touched`. */
export function inTouched(node: Node, walk: Walk): void {
  if (walk.notesEffects) walk.emit.insertBefore(node.start, `${instrument('touched')}(`);
  walk.visit(node);
  if (walk.notesEffects) walk.emit.insertAfter(node.end, ')');
}
