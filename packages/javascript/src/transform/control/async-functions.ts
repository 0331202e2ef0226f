import type { ArrowFunctionExpression as Arrow, Function as FunctionNode } from 'oxc-parser';
import { visitTarget } from '../accesses/member-accesses.js';
import type { AnyFunction } from './async-lexical.js';
import { isInAsync, lexicalUses } from './async-lexical.js';
import { ASYNC_GENERATOR_MARK, ASYNC_MARK, openKind } from '../walk/function-kinds.js';
import { unsupported } from '../walk/refuse.js';
import { findToken } from '../text/trivia.js';
import type { NodeOf, Walk } from '../walk/walk.js';
import { PREFIX, instrument } from '../text/own-names.js';

/** Stands for `super` in the body of an async function. */
export const SUPER = `${PREFIX}super`;

/*
 * An async function becomes a function that runs a generator, which yields the values it awaits:
 *   async function f(a, b = 1) { … }
 *   function f($fp_1){return $fp_async(function*(a, b = 1) { … },this,arguments,new.target)}
 * The outer parameters only determine its length. An arrow function passes on `this` if it is used, and its own
 * arguments. `kind` makes it an async function for reflection (see function-kinds.ts).
 */

/** Emits a function declaration, a function expression or a method. */
export function visitAsyncFunction(node: FunctionNode, walk: Walk): void {
  const { emit, source } = walk;
  const isMethod = source[node.start] === '(';
  const isMarked = isMethod || walk.markedFunctions.has(node);
  const isDeclared = node.type === 'FunctionDeclaration' && node.id !== null;
  const parenthesis = dropKeywords(node, isMarked || isDeclared ? '' : openKind(node, node.generator, walk), walk);
  const strict = isStrict(node) ? "'use strict';" : '';
  const captured = lexicalUses(node).usesSuper ? captureSuper() : '';
  const run = instrument(node.generator ? 'asyncGenerator' : 'async');
  emit.insertAfter(parenthesis, `(${outerNames(node).join(',')}){${strict}${captured}return ${run}(function*`);
  walk.inScopeOf(node, () => {
    for (const parameter of node.params) visitTarget(parameter, walk);
    walk.visit(node.body);
  });
  const mark = isMarked ? (node.generator ? ASYNC_GENERATOR_MARK : ASYNC_MARK) : '';
  const end = isMarked || isDeclared ? '' : ')';
  emit.insertAfter(node.end, `,this,arguments${isMethod ? '' : ',new.target'})${mark}}${end}`);
}

/**
 * Writes `open` in place of `async`, and removes `*`; methods have these before their name. Returns the offset of the
 * parameters.
 */
function dropKeywords(node: FunctionNode, open: string, walk: Walk): number {
  const { emit, source } = walk;
  if (source[node.start] === '(') return node.start;
  const keyword = findToken(source, node.start + 'async'.length, 'function');
  emit.replace(node.start, keyword, open);
  let end = keyword + 'function'.length;
  if (node.generator) {
    const star = findToken(source, end, '*');
    end = star + 1;
    emit.replace(star, end, ' ');
  }
  return findToken(source, node.id?.end ?? end, '(');
}

/** Removes `async` and `*` before the name of a method. */
export function dropMethodKeywords(
  node: NodeOf<'MethodDefinition' | 'Property'>,
  isGenerator: boolean,
  walk: Walk,
): void {
  const { emit, source } = walk;
  const isInClass = node.type === 'MethodDefinition';
  const isStatic = isInClass && node.static;
  const from = isStatic ? findToken(source, node.start, 'static') + 'static'.length : node.start;
  const keyword = findToken(source, from, 'async');
  const end = keyword + 'async'.length;
  // Without the keyword, the rest could belong to the previous field: `x\nasync [key]() {}`.
  emit.replace(keyword, end, isInClass && !isStatic ? ';' : '');
  if (!isGenerator) return;
  const star = findToken(source, end, '*');
  emit.replace(star, star + 1, '');
}

/** Emits an async arrow function. */
export function visitAsyncArrow(node: Arrow, walk: Walk): void {
  const { emit } = walk;
  const { usesThis, usesArguments, usesSuper, usesTarget } = lexicalUses(node);
  const isNested = isInAsync(walk.function);
  if (usesTarget && !isNested) unsupported('new.target in an async arrow function', node, walk);
  const names = outerNames(node);
  if (names.length < node.params.length) names.push(`...${PREFIX}rest`);
  const given = `[${names.join(',')}]`;
  const captured = usesSuper && !isNested ? captureSuper() : '';
  const opening = `(${names.join(',')})=>{${captured}return ${instrument('async')}(function*`;
  const isMarked = walk.markedFunctions.has(node);
  emit.replace(node.start, node.start + 'async'.length, (isMarked ? '' : openKind(node, false, walk)) + opening);
  // The arguments of the enclosing function must stay visible, so the generator then takes its own from variables.
  if (usesArguments) visitArrowInside(node, '(){var[', `]=${given};`, walk);
  else visitArrowInside(node, '(', ')', walk);
  const receiver = usesThis || usesSuper ? 'this' : 'void 0';
  const end = isMarked ? `${ASYNC_MARK}}` : `})${endsStatement(node, walk.source) ? ';' : ''}`;
  emit.insertAfter(node.end, usesArguments ? `},${receiver},arguments)${end}` : `,${receiver},${given})${end}`);
}

/** Emits the parameters and body of an arrow function, with other parentheses around the parameters. */
function visitArrowInside(node: Arrow, open: string, close: string, walk: Walk): void {
  const { emit, source } = walk;
  const first = node.params[0];
  const start = skipTrivia(source, node.start + 'async'.length);
  const isBare = start === first?.start;
  const end = isBare ? first.end : endOfParameters(node, start, source);
  const arrow = findToken(source, end, '=>');
  emit.replace(start, isBare ? start : start + 1, open);
  walk.inScopeOf(node, () => {
    for (const parameter of node.params) visitTarget(parameter, walk);
    emit.replace(isBare ? end : end - 1, end, close);
    emit.replace(arrow, arrow + '=>'.length, '');
    visitArrowBody(node, walk);
  });
}

function visitArrowBody({ body }: Arrow, walk: Walk): void {
  if (body.type === 'BlockStatement') {
    walk.visit(body);
    return;
  }
  walk.emit.insertAfter(body.start, '{return(');
  walk.visit(body);
  walk.emit.insertAfter(body.end, ')}');
}

/**
 * Returns whether a semicolon is needed. After an arrow function with a block, the next line starts another statement;
 * the emitted call would continue there.
 */
function endsStatement({ body, end }: Arrow, source: string): boolean {
  return body.type === 'BlockStatement' && '([`+-/'.includes(source[skipTrivia(source, end)] ?? ' ');
}

/** Returns the offset after the closing parenthesis. */
function endOfParameters({ params }: Arrow, open: number, source: string): number {
  const last = skipTrivia(source, params.at(-1)?.end ?? open + 1);
  return findToken(source, source[last] === ',' ? last + 1 : last, ')') + 1;
}

function skipTrivia(source: string, from: number): number {
  const trivia = /(?:\s|\/\/.*|\/\*[^]*?\*\/)*/y;
  trivia.lastIndex = from;
  trivia.test(source);
  return trivia.lastIndex;
}

/** Returns as many names as the function's `length`. */
function outerNames({ params }: AnyFunction): string[] {
  const end = params.findIndex(({ type }) => type === 'AssignmentPattern' || type === 'RestElement');
  return params.slice(0, end === -1 ? params.length : end).map((_, i) => `${PREFIX}${i + 1}`);
}

function captureSuper(): string {
  const [key, value] = [`${PREFIX}k`, `${PREFIX}v`];
  return `const ${SUPER}=${instrument('async')}.parent(${key}=>super[${key}],(${key},${value})=>super[${key}]=${value});`;
}

function isStrict({ body }: AnyFunction): boolean {
  if (body?.type !== 'BlockStatement') return false;
  return body.body.some((one) => one.type === 'ExpressionStatement' && one.directive === 'use strict');
}
