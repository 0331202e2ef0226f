import type { Node } from 'oxc-parser';
import { emitKey, isElement, visitPlainMember } from './member-accesses.js';
import { nameOfCall, receiverOf, visitArguments } from './arguments.js';
import { inEffect } from './assignments.js';
import { importedText, visitIn } from './identifiers.js';
import { visitReceiver } from './mutators.js';
import { unsupported } from '../walk/refuse.js';
import { nameOf } from '../text/sites.js';
import type { Handlers, Walk, NodeOf } from '../walk/walk.js';
import { instrument } from '../text/own-names.js';

type Member = NodeOf<'MemberExpression'>;
type Call = NodeOf<'CallExpression'>;

/**
 * One step of an optional chain. A step that *reads* passes its object to an instrument, which would separate it from
 * the `?.` on its left: `r(a?.b,c)` does not stop at a missing `a`. Such a step starts a new part of the chain.
 */
interface Step {
  readonly node: Member | Call;
  readonly reader: 'r' | 'bound' | undefined;
  /** Whether its `?.` decides whether evaluation stops at this part. */
  readonly decides: boolean;
  /** Whether it begins a new part. */
  readonly cuts: boolean;
}

interface Chain {
  /** The expression to which the first step is applied. */
  readonly base: Node;
  readonly steps: readonly Step[];
}

const objectOf = (node: Member | Call): Node => (node.type === 'MemberExpression' ? node.object : node.callee);

/**
 * Returns the nodes of a chain from the inside out, beginning with its first `?.` (or the method that is called there).
 */
function nodesOf(expression: Node): (Member | Call)[] {
  const nodes: (Member | Call)[] = [];
  for (let at = expression; at.type === 'MemberExpression' || at.type === 'CallExpression'; at = objectOf(at))
    nodes.push(at);
  nodes.reverse();
  const first = nodes.findIndex((node) => node.optional);
  const method = nodes[first]?.type === 'CallExpression' && nodes[first - 1]?.type === 'MemberExpression';
  return nodes.slice(method ? first - 1 : first);
}

/**
 * Analyses a chain.
 * @param plain - whether the whole chain is called or deleted, so that its last step must stay a member
 */
function analyse(expression: Node, plain: boolean): Chain {
  const nodes = nodesOf(expression);
  const readers: Step['reader'][] = [];
  const decides: boolean[] = [];
  let readsFurther = false;
  for (let i = nodes.length - 1; i >= 0; i--) {
    const node = nodes[i]!;
    const outer = nodes[i + 1];
    const called = outer === undefined ? plain : outer.type === 'CallExpression';
    // The value of a method that decides becomes an argument, so the method must be bound to its receiver.
    if (called && decides[i + 1] === true && node.type === 'MemberExpression') readers[i] = 'bound';
    else if (!called && isElement(node)) readers[i] = 'r';
    if (readers[i] !== undefined) readsFurther = true;
    if (node.optional && readsFurther) {
      decides[i] = true;
      readsFurther = false;
    }
  }
  let pending = false;
  const steps = nodes.map((node, i): Step => {
    if (node.optional) pending = true;
    const cuts = pending && readers[i] !== undefined;
    if (cuts) pending = false;
    return { node, reader: readers[i], decides: decides[i] === true, cuts };
  });
  return { base: objectOf(nodes[0]!), steps };
}

/** Returns the start of a part of the chain: all calls that are closed further right. */
function opening(steps: readonly Step[], from: number): string {
  const end = steps.findIndex((step, i) => i >= from && step.cuts);
  let text = end === -1 ? '' : `${instrument('skip')}(`;
  for (let i = end === -1 ? steps.length - 1 : end; i >= from; i--) {
    const { reader, decides, cuts } = steps[i]!;
    if (reader !== undefined && !cuts) text += `${instrument(reader)}(`;
    if (decides) text += `${instrument('opt')}(`;
  }
  return text;
}

function visitChain(chain: Chain, short: string, last: string, walk: Walk): void {
  const { emit } = walk;
  const { base, steps } = chain;
  const cuts = steps.filter((step) => step.cuts).length;
  let remaining = cuts;
  const begin = (from: number): string => (remaining === 0 ? last : '') + opening(steps, from);
  const end = steps.at(-1)!.node.end;
  // A call without arguments has its site at the start of its part.
  const call = steps
    .map(({ node }) => node)
    .find((node) => node.type === 'CallExpression' && receiverOf(node) !== undefined);
  const direct = steps[0]!.node.type === 'CallExpression';
  const site =
    call === undefined || direct || base.type === 'Super'
      ? undefined
      : walk.sites.add(call.start, nameOfCall(call as Call));

  emit.insertBefore(base.start, (cuts > 0 ? `${instrument('id')}(` : '') + begin(0));
  if (site !== undefined) emit.insertBefore(base.start, `${instrument('at')}(`);
  const [first, second] = steps;
  if (direct && base.type === 'Identifier' && walk.notesEffects) visitIn('callback', base, walk);
  else if (direct) visitCallee(base, walk);
  else if (second?.node.type === 'CallExpression' && first!.node.type === 'MemberExpression')
    visitReceiver(first!.node, walk);
  else walk.visit(base);
  if (site !== undefined) emit.insertAfter(base.end, `,${site})`);

  steps.forEach(({ node, reader, decides, cuts: cutsHere }, i) => {
    const object = objectOf(node);
    if (decides) emit.insertAfter(object.end, ')');
    if (cutsHere) {
      remaining--;
      emit.insertAfter(object.end, `)?${short}:${begin(i + 1)}${instrument(reader!)}(${instrument('rest')}()`);
    }
    if (node.type === 'CallExpression') {
      visitArguments(
        node.arguments,
        node.arguments.length > 0 ? walk.sites.add(node.start, nameOfCall(node)) : '',
        walk,
      );
    } else if (reader === undefined) {
      if (node.computed) walk.visit(node.property);
    } else visitReader(node, reader, walk);
  });
  if (cuts > 0) emit.insertAfter(end, ')');
}

function visitReader(node: Member, reader: 'r' | 'bound', walk: Walk): void {
  if (reader === 'r') {
    emitKey(node, `,${walk.sites.add(node.start, nameOf(node.object))})`, walk);
    return;
  }
  if (node.computed) {
    emitKey(node, ')', walk);
    return;
  }
  if (node.property.type === 'PrivateIdentifier' || node.object.type === 'Super') {
    unsupported('an optional call of a private or super method followed by a computed member', node, walk, HINT);
  }
  walk.emit.replace(node.object.end, node.end, `,${JSON.stringify(node.property.name)})`);
}

const HINT = 'put the optional chain into a variable first';

function unparenthesised(node: Node): Node {
  return node.type === 'ParenthesizedExpression' ? unparenthesised(node.expression) : node;
}

/** Emits a parenthesised chain that is called or is a tag: `(a?.b)()` keeps the receiver. */
function visitCalledChain(node: NodeOf<'ChainExpression'>, walk: Walk): void {
  const chain = analyse(node.expression, true);
  if (chain.steps.some((step) => step.cuts))
    unsupported('a call of a parenthesised optional chain with a computed member', node, walk, HINT);
  visitChain(chain, 'void 0', '', walk);
}

/** Emits a callee. A member stays unchanged, so that it keeps its receiver; an imported function gets none. */
export function visitCallee(callee: Node, walk: Walk): void {
  if (callee.type === 'ParenthesizedExpression') visitCallee(callee.expression, walk);
  else if (callee.type === 'MemberExpression') visitPlainMember(callee, walk);
  else if (callee.type === 'ChainExpression') visitCalledChain(callee, walk);
  else if (callee.type === 'Identifier') {
    const text = importedText(callee.name, walk);
    if (text !== undefined) walk.emit.replace(callee.start, callee.end, `${instrument('id')}(${text})`);
  } else walk.visit(callee);
}

/** Handlers for optional chains. */
export const chainHandlers: Handlers = {
  ChainExpression(node, walk) {
    visitChain(analyse(node.expression, false), 'void 0', '', walk);
  },

  UnaryExpression(node, walk) {
    if (node.operator !== 'delete') {
      walk.visit(node.argument);
      return;
    }
    const deleted = unparenthesised(node.argument);
    if (deleted.type === 'MemberExpression') {
      inEffect(node, walk, () => visitPlainMember(deleted, walk));
      return;
    }
    if (deleted.type !== 'ChainExpression') {
      walk.visit(node.argument);
      return;
    }
    const chain = analyse(deleted.expression, true);
    if (!chain.steps.some((step) => step.cuts)) {
      visitChain(chain, '', '', walk);
      return;
    }
    if (deleted !== node.argument)
      unsupported('deleting a parenthesised optional chain with a computed member', node, walk, HINT);
    walk.emit.replace(node.start, deleted.start, '');
    visitChain(chain, 'true', 'delete ', walk);
  },
};
