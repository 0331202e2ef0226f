import type { Node } from 'oxc-parser';
import { inTouched } from './mutators.js';
import { nameOf } from './sites.js';
import type { Walk, NodeOf } from './walk.js';
import { instrument } from './own-names.js';

type Call = NodeOf<'CallExpression'>;

/** The object a native works on: the first argument of `Atomics.*`, otherwise the receiver. */
export function nameOfCall({ callee, arguments: given }: Call): string {
  const method = callee.type === 'ChainExpression' ? callee.expression : callee;
  if (method.type !== 'MemberExpression') return nameOf(given[0]);
  const receiver = nameOf(method.object);
  return receiver === 'Atomics' ? nameOf(given[0]) : receiver;
}

/** The receiver of a method call without arguments, which then carries the site. */
export function receiverOf(node: Call): Node | undefined {
  if (node.arguments.length > 0 || node.callee.type !== 'MemberExpression') return undefined;
  return node.callee.object.type === 'Super' ? undefined : node.callee.object;
}

/** The arguments; the last one carries the site. `changesFirst`: the first one may be changed. */
export function visitArguments(given: readonly Node[], site: string, walk: Walk, changesFirst = false): void {
  given.forEach((argument, i) => {
    const isChanged = changesFirst && i === 0 && argument.type !== 'SpreadElement';
    const visit = (node: Node): void => (isChanged ? inTouched(node, walk) : walk.visit(node));
    if (i < given.length - 1) {
      visit(argument);
      return;
    }
    const value = argument.type === 'SpreadElement' ? argument.argument : argument;
    walk.emit.insertBefore(value.start, `${instrument('at')}(`);
    visit(value);
    walk.emit.insertAfter(value.end, `,${site})`);
  });
}
