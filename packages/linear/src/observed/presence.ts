import { presenceMachine } from './machines.js';
import type { Decided, ObservedCall } from './observed-call.js';
import { hasReturned } from './observed-call.js';
import type { SearchLimit } from './search.js';
import { decideBySearch } from './search.js';
import type { Switch } from './two-states.js';
import { decideTwoStates } from './two-states.js';

/** Decides a history of something that is there or not: `insert`, `remove` and `look`. */
export function decidePresence(calls: readonly ObservedCall[], limit: SearchLimit): Decided {
  if (calls.some((call) => hasReturned(call) && typeof call.result !== 'boolean')) {
    return decideBySearch(calls, presenceMachine(), limit);
  }
  return decideTwoStates(
    calls.filter((call) => hasReturned(call) || call.operation !== 'look').map((call) => switchOf(call)),
  );
}

/** A change that never returned matters only if it changed something. */
function switchOf(call: ObservedCall): Switch {
  const { operation, result = true } = call;
  if (operation === 'look') return { call, before: result === true ? 1 : 0, changes: false };
  const isInsertion = operation === 'insert';
  return { call, before: isInsertion === (result === true) ? 0 : 1, changes: result === true };
}
