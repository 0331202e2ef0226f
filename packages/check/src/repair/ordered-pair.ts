import type { Label, Trace } from '@fencepost/core';
import { shortestCycle } from '../explain/cycle.js';
import type { NeededRepair } from './find-repair.js';

/** Two operations of a thread, in program order. */
export interface OrderedPair {
  readonly first: Label;
  readonly second: Label;
}

/**
 * Returns the operations that a repair keeps in order in the execution that only it forbids; undefined if they are more
 * than a pair.
 */
export function orderedPair({ repair, forbids }: NeededRepair): OrderedPair | undefined {
  const { trace } = forbids;
  const changed = forbids.eventsOf(repair);
  const isOrder = repair.change !== 'fence after' && repair.change !== 'fence before';
  const edge = shortestCycle(trace)?.find(
    ({ from, to, kind }) =>
      kind === 'program order' && changed.some((event) => from <= event && event <= to && (isOrder || from < event)),
  );
  return edge && { first: labelOf(trace, edge.from), second: labelOf(trace, edge.to) };
}

function labelOf({ states, events }: Trace, event: number): Label {
  return states.labels.get(states.label[events[event]!.state]!);
}
