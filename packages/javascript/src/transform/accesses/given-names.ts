import type { Node } from 'oxc-parser';
import { PREFIX, instrument } from '../text/own-names.js';
import { nameOf } from '../text/sites.js';
import type { Walk } from '../walk/walk.js';

/**
 * Names what initialises a variable or property after it: a buffer (`const flags = new Int32Array(new
 * SharedArrayBuffer(8))`), or a mock function (`const search = vi.fn().mockResolvedValue([])`).
 */
export function nameValue(value: Node | null | undefined, name: string, walk: Walk): void {
  if (name === '') return;
  const mock = mockIn(value);
  if (mock !== undefined) walk.givenNames.set(mock, name);
  if (value?.type !== 'NewExpression') return;
  if (nameOf(value.callee) === 'SharedArrayBuffer') walk.givenNames.set(value, name);
  else nameValue(value.arguments[0], name, walk);
}

/** Returns the call in an expression that makes a mock function: the first of a chain of calls. */
function mockIn(value: Node | null | undefined): Node | undefined {
  if (value?.type === 'ParenthesizedExpression') return mockIn(value.expression);
  if (value?.type !== 'CallExpression') return undefined;
  const { callee } = value;
  if (nameOf(callee) === 'fn') return value;
  if (callee.type !== 'MemberExpression') return undefined;
  if (!nameOf(callee.object).startsWith(PREFIX)) return mockIn(callee.object);
  // An access that is noted (see recording/).
  return value.arguments.map(mockIn).find((each) => each !== undefined);
}

/** Emits an expression in a call of `name`, if what it makes gets one. */
export function withName(node: Node, walk: Walk, inside: () => void): void {
  const name = walk.givenNames.get(node);
  if (name !== undefined) walk.emit.insertBefore(node.start, `${instrument('name')}(`);
  inside();
  if (name !== undefined) walk.emit.insertAfter(node.end, `,${JSON.stringify(name)})`);
}
