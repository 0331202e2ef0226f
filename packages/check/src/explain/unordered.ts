import type { Edge, ModelName, Trace } from '@fencepost/core';
import {
  AFTER_OWN_LOCATION,
  AFTER_OWN_STORES,
  AFTER_READ_BASE,
  AFTER_WRITE_BASE,
  BECOMES_READ_BASE,
  BECOMES_WRITE_BASE,
  FENCE_FIRST,
  NO_EVENT,
  STORE,
  keptOrder,
} from '@fencepost/core';

/**
 * The edges of a cycle in program order that the model does not keep. There is at least one, or the model would not have
 * the execution, and the cycle does not forbid it while one is left. So fences belong to all of them (Shasha and Snir,
 * TOPLAS 1988), however few stores were delayed in one schedule.
 */
export function unorderedEdges(trace: Trace, model: ModelName, cycle: readonly Edge[]): readonly Edge[] {
  const table = keptOrder(model);
  return cycle.filter(({ from, to, kind }) => kind === 'program order' && !isKept(trace, table, from, to));
}

/** Does the model order two events of a thread, directly or by what is between them? */
function isKept({ states, events }: Trace, table: Int32Array, from: number, to: number): boolean {
  const { thread, position, state } = events[from]!;
  const isStore = states.kind[state] === STORE;
  const location = states.location[state];
  const first = table[states.code[state]!]!;
  let inReadBase = (first & BECOMES_READ_BASE) !== 0;
  let inWriteBase = (first & BECOMES_WRITE_BASE) !== 0;
  const later = events
    .filter((event) => event.thread === thread && event.position > position && event.position <= events[to]!.position)
    .sort((a, b) => a.position - b.position);
  let isOrdered = false;
  for (const event of later) {
    const flags = table[states.code[event.state]!]!;
    if ((flags & NO_EVENT) !== 0) continue;
    if ((flags & FENCE_FIRST) !== 0 && isStore) inWriteBase = true;
    isOrdered =
      ((flags & AFTER_READ_BASE) !== 0 && inReadBase) ||
      ((flags & AFTER_WRITE_BASE) !== 0 && inWriteBase) ||
      ((flags & AFTER_OWN_STORES) !== 0 && isStore) ||
      ((flags & AFTER_OWN_LOCATION) !== 0 && isStore && states.location[event.state] === location);
    if (!isOrdered) continue;
    inReadBase ||= (flags & BECOMES_READ_BASE) !== 0;
    inWriteBase ||= (flags & BECOMES_WRITE_BASE) !== 0;
  }
  return isOrdered;
}
