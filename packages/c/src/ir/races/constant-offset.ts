import { elementStep } from '../analysis/pointers.js';
import { Cursor } from '../syntax/lexer.js';
import type { Layout } from '../syntax/types.js';
import type { Value } from '../syntax/values.js';
import { numberOf, parseTypedValue } from '../syntax/values.js';

/** Returns a constant expression as a number, as `offsetof` makes them; undefined if it is none. */
export function constantOffset(value: Value, layout: Layout): number | undefined {
  const [word] = value;
  if (value.length === 1) return numberOf(value);
  const open = value.findIndex(({ text }) => text === '(');
  if (word?.kind !== 'word' || open < 0) return undefined;
  const cursor = new Cursor(value.slice(open + 1, -1));
  const operand = (): number | undefined => constantOffset(parseTypedValue(cursor).value, layout);
  switch (word.text) {
    case 'ptrtoint':
      return operand();
    case 'add':
    case 'sub': {
      const first = operand();
      cursor.expect(',');
      const second = operand();
      if (first === undefined || second === undefined) return undefined;
      return word.text === 'add' ? first + second : first - second;
    }
    case 'getelementptr': {
      const step = elementStep(cursor, layout);
      const base = step && constantOffset(step.base, layout);
      return step === undefined || base === undefined || step.stride > 0 ? undefined : base + step.bytes;
    }
    default:
      return undefined;
  }
}
