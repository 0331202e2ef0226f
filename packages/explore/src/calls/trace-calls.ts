import type { Calls, Trace } from '@fencepost/core';
import { happensBefore } from '@fencepost/core';
import { HappensBefore } from '../races.js';
import { CallOrder, callIn } from './call-order.js';

/**
 * Returns the order of the calls of an execution, from its trace. Used for executions that are displayed; for those of
 * a search, see graph-calls.ts. Pass `inRealTime` only for traces that are SC.
 */
export function callOrderOf(trace: Trace, calls: Calls, inRealTime: boolean): Int32Array {
  const order = new CallOrder(calls);
  order.clear();
  const { events, states } = trace;
  for (const state of trace.last.values()) order.endsIn(states, state);
  const callOf = (event: number): number => callIn(states, events[event]!.state);
  for (let i = events.length - 1; i >= 0; i--) order.found(callOf(i), i);
  if (!inRealTime) {
    const { clocks } = new HappensBefore(trace);
    return order.words((event) => {
      let bits = 0;
      order.last.forEach((last, c) => {
        if (last < 0 || last === event) return;
        const { thread, position } = events[last]!;
        if (clocks[event]![thread]! > position) bits |= order.endBit(c);
      });
      return bits;
    }, false);
  }
  const before: number[][] = events.map(() => []);
  for (const { from, to } of happensBefore(trace)) before[to]!.push(from);
  const known = new Map<number, number>();
  const bitsBefore = (event: number): number => {
    const bits = known.get(event);
    if (bits !== undefined) return bits;
    const all = before[event]!.reduce((sum, each) => sum | bitsBefore(each) | order.bitsOf(callOf(each), each), 0);
    known.set(event, all);
    return all;
  };
  return order.words(bitsBefore, true);
}
