import type { Changes } from '@fencepost/axioms';
import type { ModelName, Trace } from '@fencepost/core';
import { happensBefore } from '@fencepost/core';
import { PreservedOrder } from '../explain/preserved-order.js';

/**
 * Whether a model with store buffers forbids the execution after the changes. It does if the program order that it then
 * preserves, together with reads-from between threads, coherence and from-reads, has a cycle.
 */
export function isForbiddenByOrder(trace: Trace, model: ModelName, changes: Changes): boolean {
  const order = new PreservedOrder(trace, model, changes);
  const { events } = trace;
  for (const { from, to, kind } of happensBefore(trace)) {
    const isOwn = events[from]!.thread === events[to]!.thread;
    // A thread reads its own stores early. The other edges are part of the preserved order, or not preserved.
    if (kind === 'program order' || kind === 'spawn' || kind === 'join' || (kind === 'reads-from' && isOwn)) continue;
    order.add(from, to);
  }
  return order.isCyclic();
}
