import type { Site } from '../common/errors.js';
import { FencepostError } from '../common/errors.js';
import type { Operation } from './operation.js';
import { RMW_FUNCTIONS } from './atomics.js';
import { COMPARISONS, CUT, EXIT, FENCE, JOIN, LOAD, RMW, SPAWN, STORE, STUCK } from './operation.js';
import { ORDERS } from './orders.js';

const KINDS: readonly number[] = [LOAD, STORE, RMW, FENCE, SPAWN, JOIN, CUT, STUCK, EXIT];

/**
 * Rejects operations that the types would reject, when they are first executed. Programs are often plain JavaScript.
 */
export function checkOperation(op: Operation, thread: string): void {
  const given: unknown = op;
  if (typeof given !== 'object' || given === null || !KINDS.includes(op.kind)) {
    throw new FencepostError('USAGE', `thread ${thread} yields something that is not an operation`, {
      hint: 'yield load(x), store(x, 1), fence() and so on; call your own generator functions with yield*',
    });
  }
  checkName('memory order', op.order, ORDERS, op);
  checkName('comparison', op.until, COMPARISONS, op);
  if (op.transition === undefined) checkName('function of a read-modify-write', op.fn, RMW_FUNCTIONS, op);
  if (!Number.isSafeInteger(op.address) || op.address < 0) {
    throw new FencepostError('USAGE', `thread ${thread} accesses ${String(op.address)}, which is not an address`, {
      ...(op.site && { site: op.site }),
      hint: 'pass a variable of the program, or an address that is a whole number',
    });
  }
}

function checkName(what: string, name: string, known: readonly string[], op: Operation): void {
  if (known.includes(name)) return;
  throw new FencepostError('USAGE', `there is no ${what} '${name}'`, {
    ...(op.site && { site: op.site }),
    hint: `there are ${known.filter((each) => each !== '').join(', ')}`,
  });
}

/** Checks that a value is a 32-bit word (docs/internals/decisions/0001). Other values are refused, not truncated. */
export function checkWord(word: number, what: string, site: Site | undefined): void {
  if ((word | 0) === word) return;
  throw new FencepostError('VALUE_RANGE', `${what} ${word} is not a 32-bit integer`, { ...(site && { site }) });
}
