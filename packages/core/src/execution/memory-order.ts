import { orderInCode } from '../operations/codes.js';
import type { MemoryOrder } from '../operations/orders.js';
import { RMW } from '../operations/operation.js';
import type { LocalStates } from '../states/local-states.js';
import type { TraceEvent } from './trace.js';

/** Returns the memory order of an operation; for a read-modify-write that wrote nothing, its failure order. */
export function orderOf(states: LocalStates, { state, wrote }: Pick<TraceEvent, 'state' | 'wrote'>): MemoryOrder {
  const failed = states.kind[state] === RMW && wrote === undefined;
  return orderInCode((failed ? states.failureCode : states.code)[state]!);
}
