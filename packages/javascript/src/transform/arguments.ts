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

/**
 * The arguments; the last one carries the site. Those that are spread have sites of their own, so that of the call
 * follows them. `changed`: the one that may be changed.
 */
export function visitArguments(given: readonly Node[], site: string, walk: Walk, changed?: number): void {
  given.forEach((argument, i) => {
    const isLast = i === given.length - 1;
    if (argument.type === 'SpreadElement') {
      walk.visit(argument);
      if (isLast) walk.emit.insertAfter(argument.end, `,...${instrument('at')}([],${site})`);
      return;
    }
    if (isLast) walk.emit.insertBefore(argument.start, `${instrument('at')}(`);
    if (i === changed) inTouched(argument, walk);
    else walk.visit(argument);
    if (isLast) walk.emit.insertAfter(argument.end, `,${site})`);
  });
}
