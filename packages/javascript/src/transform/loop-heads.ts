import type { Node } from 'oxc-parser';
import { findToken } from './trivia.js';
import type { Handlers, Walk, NodeOf } from './walk.js';
import { instrument } from './own-names.js';

type LoopStatement = NodeOf<'WhileStatement' | 'DoWhileStatement' | 'ForStatement'>;

function isLoop(node: Node): node is LoopStatement {
  return node.type === 'WhileStatement' || node.type === 'DoWhileStatement' || node.type === 'ForStatement';
}

/** The loops of a recursive function belong to a call: this is the loop as entered. */
const ENTERED = '$fp_loop';

/**
 * Emits a loop together with its labels (which start at `start`) as `{const
 * l=enter(L);label:while(head(l,i)&&(test))…}`.
 */
function visitLoop(node: LoopStatement, start: number, walk: Walk): void {
  const { emit } = walk;
  const loop = walk.scopes.loops.get(node);
  if (loop?.active !== true) {
    visitQuietLoop(node, walk);
    return;
  }
  const site = walk.sites.add(node.start, '');
  const head = `${instrument('head')}(${[ENTERED, ...loop.carried].join(',')})`;
  emit.insertBefore(start, `{const ${ENTERED}=${instrument('enter')}(${site});`);
  switch (node.type) {
    case 'WhileStatement':
      visitTest(node.test, head, walk);
      walk.visit(node.body);
      break;
    case 'DoWhileStatement':
      // In a separate block: the body may declare a variable with the name of a carried one.
      emit.insertBefore(node.body.start, `{${head};`);
      walk.visit(node.body);
      emit.insertAfter(node.body.end, '}');
      walk.visit(node.test);
      break;
    case 'ForStatement':
      walk.inScopeOf(node, () => {
        walk.visit(node.init);
        if (node.test === null) emit.insertAfter(endOfInitialiser(node, walk.source), head);
        else visitTest(node.test, head, walk);
        walk.visit(node.update);
        walk.visit(node.body);
      });
  }
  emit.insertAfter(node.end, '}');
}

function visitTest(test: Node, head: string, walk: Walk): void {
  walk.emit.insertBefore(test.start, `${head}&&(`);
  walk.visit(test);
  walk.emit.insertAfter(test.end, ')');
}

function endOfInitialiser({ start, init }: NodeOf<'ForStatement'>, source: string): number {
  const from = init === null ? findToken(source, start + 'for'.length, '(') + 1 : init.end;
  return findToken(source, from, ';') + 1;
}

/** A loop that uses only local variables. */
function visitQuietLoop(node: LoopStatement, walk: Walk): void {
  walk.inScopeOf(node, () => walk.visitChildren(node));
}

/** Loops: reports when their heads are reached. */
export const loopHandlers: Handlers = {
  WhileStatement: (node, walk) => visitLoop(node, node.start, walk),
  DoWhileStatement: (node, walk) => visitLoop(node, node.start, walk),
  ForStatement: (node, walk) => visitLoop(node, node.start, walk),

  /** Labels stay on their loop, or `continue label` would not find it. */
  LabeledStatement(node, walk) {
    let body: Node = node.body;
    while (body.type === 'LabeledStatement') body = body.body;
    if (isLoop(body)) visitLoop(body, node.start, walk);
    else walk.visit(body);
  },
};
