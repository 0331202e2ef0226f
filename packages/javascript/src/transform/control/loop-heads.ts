import type { Node } from 'oxc-parser';
import { countersOf, isCounted } from './counters.js';
import { deadVariablesOf } from './dead-variables.js';
import { plainLoopOf } from './plain-loops.js';
import { visitTest } from './tested-loads.js';
import type { Loop } from '../walk/scopes.js';
import { findToken } from '../text/trivia.js';
import type { Handlers, Walk, NodeOf } from '../walk/walk.js';
import { instrument } from '../text/own-names.js';

type LoopStatement = NodeOf<'WhileStatement' | 'DoWhileStatement' | 'ForStatement'>;

function isLoop(node: Node): node is LoopStatement {
  return node.type === 'WhileStatement' || node.type === 'DoWhileStatement' || node.type === 'ForStatement';
}

/** Name of the variable for the loop as entered: each call of a recursive function has its own. */
const ENTERED = '$fp_loop';

/**
 * Emits a loop together with its labels (which start at `start`) as `{const
 * l=enter(L);label:while(head(l,i)&&(test))…}`.
 */
function visitLoop(node: LoopStatement, start: number, walk: Walk): void {
  const { emit } = walk;
  const loop = walk.scopes.loops.get(node);
  if (loop === undefined || (!loop.active && !isEndless(node))) {
    visitQuietLoop(node, walk);
    return;
  }
  const site = walk.sites.add(node.start, '');
  const { statements, expression } = headOf(node, loop, walk);
  const counted = isCounted(node, loop) ? ',1' : '';
  emit.insertBefore(start, `{const ${ENTERED}=${instrument('enter')}(${site}${counted});`);
  switch (node.type) {
    case 'WhileStatement':
      visitTestAfter(expression, node.test, walk);
      walk.visit(node.body);
      break;
    case 'DoWhileStatement':
      // In a separate block, because the body may declare a variable with the name of a carried one.
      emit.insertBefore(node.body.start, `{${statements};`);
      walk.visit(node.body);
      emit.insertAfter(node.body.end, '}');
      visitTest(node.test, walk);
      break;
    case 'ForStatement':
      walk.inScopeOf(node, () => {
        walk.visit(node.init);
        if (node.test === null) emit.insertAfter(endOfInitialiser(node, walk.source), expression);
        else visitTestAfter(expression, node.test, walk);
        walk.visit(node.update);
        walk.visit(node.body);
      });
  }
  emit.insertAfter(node.end, '}');
}

/** Returns the code that reports the head of a loop, and increases counters if iterations are passed over. */
function headOf(
  node: LoopStatement,
  loop: Loop,
  walk: Walk,
): { readonly statements: string; readonly expression: string } {
  const counters = countersOf(node, loop, walk.scopes);
  const dead = deadVariablesOf(node, loop);
  const others = [...loop.carried].filter(
    (name) => !dead.has(name) && !counters.some((counter) => counter.name === name),
  );
  const head = `${instrument('head')}(${[ENTERED, ...others].join(',')})`;
  if (counters.length === 0) {
    const plain = plainTextOf(node, loop, dead);
    return { statements: `${plain}${head}`, expression: plain === '' ? head : `(${plain}${head})` };
  }
  const parts = [
    ...counters.map(({ name, limits }) => `${instrument('count')}(${[ENTERED, name, ...limits].join(',')})`),
    head,
    ...counters.map(({ name }, i) => `${name}=${instrument('pass')}(${ENTERED},${i},${name})`),
  ];
  return { statements: parts.join(';'), expression: `(${parts.join(',')},true)` };
}

/** Returns the code that reports the variables of a plain loop. */
function plainTextOf(node: LoopStatement, loop: Loop, dead: ReadonlySet<string>): string {
  const plain = plainLoopOf(node, loop);
  if (plain === undefined) return '';
  const { views, numbers, variables, isAfterLoad } = plain;
  const given = [ENTERED, isAfterLoad ? 1 : 0, `[${views.join(',')}]`, `[${numbers.join(',')}]`];
  return `${instrument('plain')}(${[...given, ...variables.filter((name) => !dead.has(name))].join(',')}),`;
}

function visitTestAfter(head: string, test: Node, walk: Walk): void {
  walk.emit.insertBefore(test.start, `${head}&&(`);
  visitTest(test, walk);
  walk.emit.insertAfter(test.end, ')');
}

function endOfInitialiser({ start, init }: NodeOf<'ForStatement'>, source: string): number {
  const from = init === null ? findToken(source, start + 'for'.length, '(') + 1 : init.end;
  return findToken(source, from, ';') + 1;
}

/** Returns whether only a jump ends the loop. If it never jumps, the bound on silent iterations ends it. */
function isEndless({ test }: LoopStatement): boolean {
  return test === null || (test.type === 'Literal' && Boolean(test.value));
}

/** Emits a loop that uses only local variables. */
function visitQuietLoop(node: LoopStatement, walk: Walk): void {
  walk.inScopeOf(node, () => walk.visitChildren(node));
}

/** Handlers for loops: they report when a loop head is reached. */
export const loopHandlers: Handlers = {
  WhileStatement: (node, walk) => visitLoop(node, node.start, walk),
  DoWhileStatement: (node, walk) => visitLoop(node, node.start, walk),
  ForStatement: (node, walk) => visitLoop(node, node.start, walk),

  /** Labels stay on their loop, so that `continue label` finds it. */
  LabeledStatement(node, walk) {
    let body: Node = node.body;
    while (body.type === 'LabeledStatement') body = body.body;
    if (isLoop(body)) visitLoop(body, node.start, walk);
    else walk.visit(body);
  },
};
