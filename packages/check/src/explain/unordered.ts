import type { Edge, ModelName, Trace } from '@fencepost/core';
import { PreservedOrder } from './preserved-order.js';

/**
 * Returns the program-order edges of a cycle that the model does not preserve. There is at least one, or the model
 * would not have the execution, and the cycle does not forbid it while one is left. So all of them need fences (Shasha
 * and Snir, TOPLAS 1988), however few stores were delayed in one schedule.
 */
export function unorderedEdges(trace: Trace, model: ModelName, cycle: readonly Edge[]): readonly Edge[] {
  const order = new PreservedOrder(trace, model);
  return cycle.filter(({ from, to, kind }) => kind === 'program order' && !order.isBefore(from, to));
}
