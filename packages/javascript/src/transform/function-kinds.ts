import type { Node } from 'oxc-parser';
import { nameOf } from './sites.js';
import type { NodeOf, Walk } from './walk.js';
import { PREFIX, instrument } from './own-names.js';

/*
 * An async function is emitted as a plain one, which `kind` gives the prototype that it has in the language. A call
 * around an anonymous function takes its name away, so `kind` gets that, too. Methods cannot be in a call: they end
 * with a mark, by which `kinds` finds them among the properties of their object or class.
 */

/** Before the brace that ends an async function which no call of `kind` is around. */
export const ASYNC_MARK = `/*${PREFIX}a*/`;
/** The same for an async generator. */
export const ASYNC_GENERATOR_MARK = `/*${PREFIX}g*/`;

type AsyncExpression = NodeOf<'FunctionExpression' | 'ArrowFunctionExpression'>;

/** Is it an async function where a value is expected? */
function isAsyncExpression(node: Node | null | undefined): node is AsyncExpression {
  return (node?.type === 'FunctionExpression' || node?.type === 'ArrowFunctionExpression') && node.async;
}

/** `export default async function () {}`, which is emitted as an expression. */
function isAnonymousDeclaration(node: Node | null): boolean {
  return node?.type === 'FunctionDeclaration' && node.async && node.id === null;
}

/** An anonymous function gets the name of what it initialises. */
export function nameFunction(value: Node | null, name: string, walk: Walk): void {
  const isAnonymous = isAsyncExpression(value) ? value.id === null : isAnonymousDeclaration(value);
  if (isAnonymous && name !== '') walk.functionNames.set(value!, name);
}

/** The name that a key gives to a function; '' if only the program knows. */
export function nameOfKey(key: Node, computed: boolean): string {
  if (computed) return '';
  if (key.type === 'PrivateIdentifier') return `#${key.name}`;
  return key.type === 'Literal' ? String(key.value) : nameOf(key);
}

/** The start of the call around an async function. */
export function openKind(node: Node, isGenerator: boolean, walk: Walk): string {
  const name = walk.functionNames.get(node);
  return `${instrument('kind')}(${isGenerator ? 1 : 0},${name === undefined ? '' : `${JSON.stringify(name)},`}`;
}

/** Calls of `kind` for the async functions that some statements declare, which exist before the first of them. */
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

/** Where statements begin that are no directives. */
export function endOfDirectives(statements: readonly Node[], start: number): number {
  let end = start;
  for (const statement of statements) {
    if (statement.type !== 'ExpressionStatement' || !('directive' in statement) || statement.directive === null) break;
    ({ end } = statement);
  }
  return end;
}

/** Emits what makes the declared functions of a list of statements async, at its beginning. */
export function emitKinds(statements: readonly Node[], start: number, walk: Walk): void {
  const text = kindsOfDeclared(statements);
  if (text !== '') walk.emit.insertAfter(endOfDirectives(statements, start), `;${text}`);
}

/** Has an object or class async methods, or others that `kinds` must look for? */
export function hasMarkedMethods(members: readonly Node[]): boolean {
  return members.some((member) => {
    if (member.type === 'MethodDefinition') return member.value.async && member.key.type !== 'PrivateIdentifier';
    return member.type === 'Property' && isMarkedProperty(member);
  });
}

/** A method, or a function whose name is only known when the program runs. */
export function isMarkedProperty({ method, computed, value }: NodeOf<'Property'>): boolean {
  return isAsyncExpression(value) && (method || (computed && value.id === null));
}
