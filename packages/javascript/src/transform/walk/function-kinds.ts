import type { Node } from 'oxc-parser';
import { nameOf } from '../text/sites.js';
import type { NodeOf, Walk } from './walk.js';
import { PREFIX, instrument } from '../text/own-names.js';

/*
 * An async function is emitted as a plain one; `kind` sets the prototype that async functions have in the language. A
 * call around an anonymous function removes its name, so `kind` also gets the name. Methods cannot be wrapped in a
 * call: they end with a mark, by which `kinds` finds them among the properties of their object or class.
 */

/** Mark before the closing brace of an async function that is not wrapped in a call of `kind`. */
export const ASYNC_MARK = `/*${PREFIX}a*/`;
/** Mark of an async generator, likewise. */
export const ASYNC_GENERATOR_MARK = `/*${PREFIX}g*/`;

type AsyncExpression = NodeOf<'FunctionExpression' | 'ArrowFunctionExpression'>;

/** Returns whether the node is an async function expression. */
function isAsyncExpression(node: Node | null | undefined): node is AsyncExpression {
  return (node?.type === 'FunctionExpression' || node?.type === 'ArrowFunctionExpression') && node.async;
}

/** Returns whether the node is `export default async function () {}`, which is emitted as an expression. */
function isAnonymousDeclaration(node: Node | null): boolean {
  return node?.type === 'FunctionDeclaration' && node.async && node.id === null;
}

/** Names an anonymous function after the variable that it initialises. */
export function nameFunction(value: Node | null, name: string, walk: Walk): void {
  const isAnonymous = isAsyncExpression(value) ? value.id === null : isAnonymousDeclaration(value);
  if (isAnonymous && name !== '') walk.functionNames.set(value!, name);
}

/** Returns the name that a key gives to a function; '' if it is known only at run time. */
export function nameOfKey(key: Node, computed: boolean): string {
  if (computed) return '';
  if (key.type === 'PrivateIdentifier') return `#${key.name}`;
  return key.type === 'Literal' ? String(key.value) : nameOf(key);
}

/** Returns the start of the call around an async function. */
export function openKind(node: Node, isGenerator: boolean, walk: Walk): string {
  const name = walk.functionNames.get(node);
  return `${instrument('kind')}(${isGenerator ? 1 : 0},${name === undefined ? '' : `${JSON.stringify(name)},`}`;
}

/**
 * Returns calls of `kind` for the async functions that the statements declare; these exist before the first statement.
 */
export function kindsOfDeclared(statements: readonly Node[]): string {
  let text = '';
  for (const one of statements) {
    const statement =
      one.type === 'ExportNamedDeclaration' || one.type === 'ExportDefaultDeclaration' ? one.declaration : one;
    if (statement?.type !== 'FunctionDeclaration' || !statement.async || statement.id === null) continue;
    text += `${instrument('kind')}(${statement.generator ? 1 : 0},${statement.id.name});`;
  }
  return text;
}

/** Returns the offset after the directives. */
export function endOfDirectives(statements: readonly Node[], start: number): number {
  let end = start;
  for (const statement of statements) {
    if (statement.type !== 'ExpressionStatement' || !('directive' in statement) || statement.directive === null) break;
    ({ end } = statement);
  }
  return end;
}

/** Emits the calls of `kind` for declared functions at the start of a list of statements. */
export function emitKinds(statements: readonly Node[], start: number, walk: Walk): void {
  const text = kindsOfDeclared(statements);
  if (text !== '') walk.emit.insertAfter(endOfDirectives(statements, start), `;${text}`);
}

/** Returns whether an object or class has async methods, or other functions that `kinds` must find. */
export function hasMarkedMethods(members: readonly Node[]): boolean {
  return members.some((member) => {
    if (member.type === 'MethodDefinition') return member.value.async && member.key.type !== 'PrivateIdentifier';
    return member.type === 'Property' && isMarkedProperty(member);
  });
}

/** Returns whether the property is an async method, or an async function whose name is known only at run time. */
export function isMarkedProperty({ method, computed, value }: NodeOf<'Property'>): boolean {
  return isAsyncExpression(value) && (method || (computed && value.id === null));
}
