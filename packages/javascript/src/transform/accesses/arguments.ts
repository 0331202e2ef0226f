import type { Node } from 'oxc-parser';
import { calleeText, changedArgument, inTouched, visitArgument } from './mutators.js';
import { nameOf } from '../text/sites.js';
import type { Walk, NodeOf } from '../walk/walk.js';
import { instrument } from '../text/own-names.js';

type Call = NodeOf<'CallExpression'>;

/** Returns the name of the object that a native accesses: the first argument of `Atomics.*`, otherwise the receiver. */
export function nameOfCall({ callee, arguments: given }: Call): string {
  const method = callee.type === 'ChainExpression' ? callee.expression : callee;
  if (method.type !== 'MemberExpression') return nameOf(given[0]);
  const receiver = nameOf(method.object);
  return receiver === 'Atomics' ? nameOf(given[0]) : receiver;
}

/** Returns the receiver of a method call without arguments, which then carries the site. */
export function receiverOf(node: Call): Node | undefined {
  if (node.arguments.length > 0 || node.callee.type !== 'MemberExpression') return undefined;
  return node.callee.object.type === 'Super' ? undefined : node.callee.object;
}

/**
 * Emits the arguments; the last one carries the site. Spread arguments have sites of their own, so the site of the call
 * follows them. `callee`: the called function, unless it is a constructor.
 */
export function visitArguments(given: readonly Node[], site: string, walk: Walk, callee?: Node): void {
  const changed = callee && changedArgument(callee);
  const examined = callee === undefined ? '' : calleeText(callee, walk);
  const name = instrument(examined === '' ? 'at' : 'calls');
  const close = examined === '' ? `,${site})` : `,${site},${examined})`;
  given.forEach((argument, i) => {
    const isLast = i === given.length - 1;
    if (argument.type === 'SpreadElement') {
      walk.visit(argument);
      if (isLast) walk.emit.insertAfter(argument.end, `,...${name}([]${close}`);
      return;
    }
    if (isLast) walk.emit.insertBefore(argument.start, `${name}(`);
    if (i === changed) inTouched(argument, walk);
    else if (callee === undefined) walk.visit(argument);
    else visitArgument(argument, i, callee, walk);
    if (isLast) walk.emit.insertAfter(argument.end, close);
  });
}
