import type { Node } from 'oxc-parser';
import type { NodeOf, Walk } from './walk.js';
import { instrument } from './own-names.js';

/** Prefixes of the methods of built-in objects that change them. */
const CHANGES =
  /^(?:set|add|delete|clear|push|pop|shift|unshift|splice|sort|reverse|fill|copyWithin|next|return|throw|exec|test|append|write|swap|copy|resize|remove|prepend|emit|dispatch|abort|enterWith|decode|mark|__define|(?:on|once|off)$)/;

/** Functions that change their first argument. */
const FUNCTIONS: ReadonlyMap<string, RegExp> = new Map([
  ['Object', /^(?:assign|define|set|freeze|seal|prevent)/],
  ['Reflect', /^(?:set|define|delete|prevent)/],
  ['Atomics', /^(?:store|add|sub|and|or|xor|exchange|compareExchange)$/],
]);

/** Functions called for their first argument, and methods of texts that change `lastIndex` of a regular expression. */
const ON_ARGUMENT = /^(?:call|apply|match|replace|search)$/;

/** Might the call of this method, if it is one of a built-in object, change the object? */
export function changesReceiver(callee: Node): callee is NodeOf<'MemberExpression'> {
  if (callee.type !== 'MemberExpression' || callee.object.type === 'Super' || isNamespace(callee)) return false;
  if (callee.computed) return callee.property.type !== 'Literal' || CHANGES.test(String(callee.property.value));
  return callee.property.type === 'Identifier' && CHANGES.test(callee.property.name);
}

/** Which argument might the call change? */
export function changedArgument(callee: Node): number | undefined {
  if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier' || callee.computed) return undefined;
  const { object, property } = callee;
  if (!isNamespace(callee) || object.type !== 'Identifier') return ON_ARGUMENT.test(property.name) ? 0 : undefined;
  if (object.name === 'Reflect' && property.name === 'apply') return 1;
  return FUNCTIONS.get(object.name)!.test(property.name) ? 0 : undefined;
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
