import type { Node } from 'oxc-parser';
import { importedText, visitIn } from './identifiers.js';
import { CHANGING_FUNCTIONS, isChanging } from './mutating-names.js';
import { instrument } from '../text/own-names.js';
import { resolve } from '../walk/scopes.js';
import type { NodeOf, Walk } from '../walk/walk.js';

/**
 * Functions that act on their first argument, and methods of strings that change `lastIndex` of a regular expression.
 */
const ON_ARGUMENT = /^(?:call|apply|match|replace|replaceAll|search)$/;

/** Global objects whose functions have known effects. */
const KNOWN = new Set(['Atomics', 'BigInt', 'JSON', 'Math', 'Number', 'Object', 'Reflect', 'String', 'console']);

/** Returns whether a call of this method, if it belongs to a built-in object, might change the object. */
function changesReceiver(callee: NodeOf<'MemberExpression'>): boolean {
  if (callee.object.type === 'Super' || isNamespace(callee)) return false;
  if (callee.computed) return callee.property.type !== 'Literal' || isChanging(String(callee.property.value));
  return callee.property.type === 'Identifier' && isChanging(callee.property.name);
}

/** Returns the index of the argument that the call might change. */
export function changedArgument(callee: Node): number | undefined {
  if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier' || callee.computed) return undefined;
  const { object, property } = callee;
  if (!isNamespace(callee) || object.type !== 'Identifier') return ON_ARGUMENT.test(property.name) ? 0 : undefined;
  if (object.name === 'Reflect' && property.name === 'apply') return 1;
  return CHANGING_FUNCTIONS.get(object.name)?.test(property.name) === true ? 0 : undefined;
}

function isNamespace({ object }: NodeOf<'MemberExpression'>): boolean {
  return object.type === 'Identifier' && (CHANGING_FUNCTIONS.has(object.name) || object.name === 'Atomics');
}

/** Emits a node in a call of `touched`. */
export function inTouched(node: Node, walk: Walk, key = ''): void {
  if (walk.notesEffects) walk.emit.insertBefore(node.start, `${instrument('touched')}(`);
  walk.visit(node);
  if (walk.notesEffects) walk.emit.insertAfter(node.end, `${key})`);
}

/** Emits the receiver of a method that is called. */
export function visitReceiver(callee: NodeOf<'MemberExpression'>, walk: Walk): void {
  const key = keyText(callee, walk);
  if (changesReceiver(callee)) inTouched(callee.object, walk, key === '' ? '' : `,${key}`);
  else if (key === '' || !walk.notesEffects || isKnown(callee, walk)) walk.visit(callee.object);
  else inCalled(callee.object, key, walk);
}

function inCalled(object: Node, key: string, walk: Walk): void {
  walk.emit.insertBefore(object.start, `${instrument('called')}(`);
  walk.visit(object);
  walk.emit.insertAfter(object.end, `,${key})`);
}

/**
 * Returns the text of a method's key: `null` if it cannot be evaluated early, '' for private methods, which are
 * instrumented.
 */
function keyText({ object, property, computed }: NodeOf<'MemberExpression'>, walk: Walk): string {
  if (object.type === 'Super' || property.type === 'PrivateIdentifier') return '';
  if (!computed) return JSON.stringify(property.name);
  if (property.type === 'Literal') return walk.source.slice(property.start, property.end);
  return property.type === 'Identifier' ? (importedText(property.name, walk) ?? property.name) : 'null';
}

function isKnown({ object }: NodeOf<'MemberExpression'>, walk: Walk): boolean {
  return object.type === 'Identifier' && KNOWN.has(object.name) && resolve(walk.scope, object.name) === undefined;
}

/**
 * Returns the callee as arguments of `calls`, if it can be evaluated again. A receiver inside a call of `called` would
 * spoil the message that something is not a function.
 */
export function calleeText(callee: Node, walk: Walk): string {
  if (!walk.notesEffects) return '';
  if (callee.type === 'Identifier') return importedText(callee.name, walk) ?? callee.name;
  if (callee.type !== 'MemberExpression' || changesReceiver(callee) || isKnown(callee, walk)) return '';
  const { object } = callee;
  const key = keyText(callee, walk);
  if (key === '') return '';
  if (object.type === 'ThisExpression') return `this,${key}`;
  return object.type === 'Identifier' ? `${importedText(object.name, walk) ?? object.name},${key}` : '';
}

const TAKE_FUNCTIONS =
  /^(?:forEach|map|filter|flatMap|some|every|find|reduce|sort|toSorted|from|groupBy|replace|then|catch|finally|getOrInsertComputed|apply|construct|set(?:Timeout|Interval|Immediate)|queueMicrotask|nextTick)/;
const ITERATE = /^(?:from|groupBy|all|any|race|concat|zip)|^(?:Weak)?(?:Map|Set)$|Array$/;

/** Emits an argument. Examines a function that the callee might call, and an iterator that it might advance. */
export function visitArgument(argument: Node, index: number, callee: Node, walk: Walk): void {
  const name = walk.notesEffects ? nameOfCallee(callee) : '';
  const isValue = argument.type === 'Identifier' || argument.type === 'MemberExpression';
  const isCall = argument.type === 'CallExpression';
  if (index === 0 && (isValue || isCall) && ITERATE.test(name)) visitIn('iterated', argument, walk);
  else if (isValue && TAKE_FUNCTIONS.test(name)) visitIn('callback', argument, walk);
  else walk.visit(argument);
}

function nameOfCallee(callee: Node): string {
  if (callee.type === 'Identifier') return callee.name;
  return callee.type === 'MemberExpression' && callee.property.type === 'Identifier' ? callee.property.name : '';
}
