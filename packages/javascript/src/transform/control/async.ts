import { platform } from '#host/platform';
import type { ForOfStatement, Function as FunctionNode, Node } from 'oxc-parser';
import { visitTarget } from '../accesses/member-accesses.js';
import { nameOfCall, visitArguments } from '../accesses/arguments.js';
import { SUPER, dropMethodKeywords, visitAsyncArrow, visitAsyncFunction } from './async-functions.js';
import { isAsyncGenerator, isInAsync } from './async-lexical.js';
import { emitKinds, hasMarkedMethods, isMarkedProperty, kindsOfDeclared } from '../walk/function-kinds.js';
import { visitCallee } from '../accesses/chains.js';
import { unsupported } from '../walk/refuse.js';
import { findToken } from '../text/trivia.js';
import type { Handler, Handlers, NodeOf, OptionalHandlers, Walk } from '../walk/walk.js';
import { PREFIX, instrument } from '../text/own-names.js';

/** Returns the text before and after an awaited value. It is inside a call, so it starts with an identifier. */
function awaiting(walk: Walk): readonly [before: string, after: string] {
  if (isAsyncGenerator(walk.function.node)) return [`${instrument('id')}(yield ${instrument('aw')}(`, '))'];
  return [`${instrument('id')}(yield(`, '))'];
}

const HAS_USING = isSyntax('{ using x = null; }');

function isSyntax(text: string): boolean {
  try {
    (0, eval)(`(() => { ${text} })`);
    return true;
  } catch {
    return false;
  }
}

const EACH = `${PREFIX}each`;
const ERROR = `${PREFIX}e`;
const CAUGHT = instrument('caught');

/**
 * Emits `for await` as a loop that awaits, around a `for…of` loop over the single value it got (`AsyncIteration`). Its
 * labels, which start at `start`, stay on the inner loop.
 */
function visitForAwait(node: ForOfStatement, start: number, walk: Walk): void {
  const { emit, source } = walk;
  const [before, after] = awaiting(walk);
  emit.insertBefore(start, `{const ${EACH}=${instrument('async')}.each();try{for(;${EACH}.on;)`);
  const keyword = findToken(source, node.start + 'for'.length, 'await');
  emit.replace(keyword, keyword + 'await'.length, '');
  walk.inScopeOf(node, () => {
    visitTarget(node.left, walk);
    emit.insertBefore(node.right.start, `${EACH}.got(${before}(${EACH}.begun||${EACH}.over(`);
    walk.visit(node.right);
    emit.insertAfter(node.right.end, `),${EACH}.step())${after})`);
    walk.visit(node.body);
  });
  const close = `if(${EACH}.closing())${EACH}.closed(${before}${EACH}.result${after})`;
  emit.insertAfter(
    node.end,
    `}catch(${ERROR}){throw ${EACH}.threw(${CAUGHT}(${ERROR}))}` +
      `finally{${CAUGHT}();try{${close}}catch(${ERROR}){${EACH}.rethrow(${CAUGHT}(${ERROR}))}}}`,
  );
}

function visitMethod(node: NodeOf<'MethodDefinition' | 'Property'>, walk: Walk): boolean {
  const { value } = node;
  if (value.type !== 'FunctionExpression' || !value.async) return false;
  // The value of an ordinary property is handled as a function expression.
  if (walk.source[value.start] !== '(') return false;
  dropMethodKeywords(node, value.generator, walk);
  if (node.computed) walk.visit(node.key);
  walk.visit(value);
  return true;
}

function visitFunction(node: FunctionNode, walk: Walk): boolean {
  if (!node.async) return false;
  visitAsyncFunction(node, walk);
  return true;
}

/** Handlers for async functions, and for constructs that behave differently in them. They decline everything else. */
const asyncHandlers: OptionalHandlers = {
  FunctionDeclaration: visitFunction,
  FunctionExpression: visitFunction,
  MethodDefinition: visitMethod,
  Property: visitMethod,

  ArrowFunctionExpression(node, walk) {
    if (!node.async) return false;
    visitAsyncArrow(node, walk);
    return true;
  },

  AwaitExpression(node, walk) {
    const [before, after] = awaiting(walk);
    walk.emit.replace(node.start, node.argument.start, before);
    walk.visit(node.argument);
    walk.emit.insertAfter(node.end, after);
    return true;
  },

  VariableDeclaration(node, walk) {
    if (node.kind === 'await using') unsupported('await using', node, walk, 'use try and finally');
    if (node.kind === 'using' && !HAS_USING) {
      unsupported(`using in ${platform.name}`, node, walk, 'it needs Node 24: or use try and finally');
    }
    return false;
  },

  YieldExpression(node, walk) {
    if (!node.delegate || !isAsyncGenerator(walk.function.node)) return false;
    walk.emit.insertBefore(node.argument!.start, `${instrument('asyncGenerator')}.delegate(`);
    walk.visit(node.argument);
    walk.emit.insertAfter(node.end, ')');
    return true;
  },

  /** An async generator awaits the value it returns. */
  ReturnStatement(node, walk) {
    if (node.argument === null || !isAsyncGenerator(walk.function.node)) return false;
    const [before, after] = awaiting(walk);
    walk.emit.insertBefore(node.argument.start, before);
    walk.visit(node.argument);
    walk.emit.insertAfter(node.argument.end, after);
    return true;
  },

  ForOfStatement(node, walk) {
    if (!node.await) return false;
    visitForAwait(node, node.start, walk);
    return true;
  },

  SwitchCase(node, walk) {
    const text = walk.kindsOfCases.get(node);
    if (text === undefined) return false;
    walk.visit(node.test);
    walk.emit.insertAfter(findToken(walk.source, node.test?.end ?? node.start + 'default'.length, ':') + 1, text);
    walk.visitAll(node.consequent);
    return true;
  },

  LabeledStatement(node, walk) {
    let body: Node = node.body;
    while (body.type === 'LabeledStatement') body = body.body;
    if (body.type !== 'ForOfStatement' || !body.await) return false;
    visitForAwait(body, node.start, walk);
    return true;
  },

  ThisExpression(node, walk) {
    // At the top level `this` is `module.exports`.
    if (walk.strict.depth > 0 || walk.function.node.type === 'Program') return false;
    walk.emit.replace(node.start, node.end, `${instrument('self')}(this)`);
    return true;
  },

  Super(node, walk) {
    if (!isInAsync(walk.function)) return false;
    walk.emit.replace(node.start, node.end, SUPER);
    return true;
  },

  /** `super.method(…)`: the method must not get the replacement of `super` as its receiver. */
  CallExpression(node, walk) {
    const { callee, arguments: given } = node;
    if (!isInAsync(walk.function)) return false;
    if (callee.type === 'Super') unsupported('super() in an async function', node, walk);
    if (callee.type !== 'MemberExpression' || callee.object.type !== 'Super') return false;
    visitCallee(callee, walk);
    const parenthesis = findToken(walk.source, callee.end, '(');
    walk.emit.replace(parenthesis, parenthesis + 1, given.length === 0 ? '.call(this' : '.call(this,');
    visitArguments(given, given.length === 0 ? '' : walk.sites.add(node.start, nameOfCall(node)), walk);
    return true;
  },
};

type Around = (node: never, walk: Walk) => (() => unknown) | undefined;

/** Actions around other handlers: each runs before the handler, and the function it returns runs after. */
const aroundHandlers: Readonly<Record<string, Around>> = {
  BlockStatement: (node: NodeOf<'BlockStatement'>, walk) => {
    emitKinds(node.body, node.start + 1, walk);
    return undefined;
  },
  StaticBlock: (node: NodeOf<'StaticBlock'>, walk) => {
    emitKinds(node.body, findToken(walk.source, node.start + 'static'.length, '{') + 1, walk);
    return undefined;
  },
  // A function declared in one case is visible in all.
  SwitchStatement: (node: NodeOf<'SwitchStatement'>, walk) => {
    const text = kindsOfDeclared(node.cases.flatMap(({ consequent }) => consequent));
    if (text !== '') for (const one of node.cases) walk.kindsOfCases.set(one, text);
    return undefined;
  },
  ClassBody: (node: NodeOf<'ClassBody'>, walk) => {
    if (hasMarkedMethods(node.body)) walk.emit.insertAfter(node.start + 1, `static{${instrument('kinds')}(this)}`);
    walk.strict.depth++;
    return () => walk.strict.depth--;
  },
  ObjectExpression: (node: NodeOf<'ObjectExpression'>, walk) => {
    if (!hasMarkedMethods(node.properties)) return undefined;
    for (const one of node.properties)
      if (one.type === 'Property' && isMarkedProperty(one)) walk.markedFunctions.add(one.value);
    walk.emit.insertBefore(node.start, `${instrument('kinds')}(`);
    return () => walk.emit.insertAfter(node.end, ')');
  },
};

/** Returns the handlers of a walk, called if those for async functions decline. */
export function withAsync(handlers: Handlers): Handlers {
  const combined: Record<string, Handler> = { ...(handlers as Record<string, Handler>) };
  for (const [type, first] of Object.entries(asyncHandlers) as [string, (node: Node, walk: Walk) => boolean][]) {
    const second = combined[type];
    combined[type] = (node, walk) => {
      if (first(node, walk)) return;
      if (second === undefined) walk.visitChildren(node);
      else second(node, walk);
    };
  }
  for (const [type, around] of Object.entries(aroundHandlers)) {
    const inner = combined[type];
    combined[type] = (node, walk) => {
      const after = around(node as never, walk);
      if (inner === undefined) walk.visitChildren(node);
      else inner(node, walk);
      after?.();
    };
  }
  return combined;
}
