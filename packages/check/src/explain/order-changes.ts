import type { Changes } from '@fencepost/axioms';
import type { MemoryOrder, Trace } from '@fencepost/core';
import { LOAD, OBJECT, ORDER_BITS, RMW, STORE, orderOf } from '@fencepost/core';

/** A stronger order for an operation, wherever its line executes, or a fence before it. */
export interface Change {
  /** An event of the trace. */
  readonly event: number;
  /** All events of the same line. */
  readonly events: readonly number[];
  readonly order: MemoryOrder;
  /** For a fence: the event after which it is needed. */
  readonly fenceAfter?: number;
}

/** Returns changes of memory orders to acquire and release. */
export function releasesAndAcquires(trace: Trace, events: Iterable<number>): Change[] {
  return strengthened(trace, events, (kind, order) => {
    if (order === 'plain') return undefined;
    if (kind === RMW) return order === 'seq_cst' || order === 'acq_rel' ? undefined : 'acq_rel';
    return order !== 'relaxed' ? undefined : kind === STORE ? 'release' : 'acquire';
  });
}

/** Returns changes to seq_cst. Plain accesses of C would need another type; those of JavaScript become atomics. */
export function sequential(trace: Trace, events: Iterable<number>): Change[] {
  const plainToo = trace.states.program.standard === 'ECMA-262';
  return strengthened(trace, events, (_, order) =>
    order === 'seq_cst' || (order === 'plain' && !plainToo) ? undefined : 'seq_cst',
  );
}

/** Returns full fences between operations of a thread. JavaScript has none. */
export function fences(trace: Trace, pairs: readonly (readonly [first: number, second: number])[]): Change[] {
  if (trace.states.program.standard === 'ECMA-262') return [];
  const byLabel = new Map<number, Change>();
  for (const [first, second] of pairs) {
    if (isOfLibrary(trace, first) || isOfLibrary(trace, second)) continue;
    const change: Change = { event: second, events: sameLine(trace, second), order: 'seq_cst', fenceAfter: first };
    byLabel.set(trace.states.label[trace.events[second]!.state]!, change);
  }
  return [...byLabel.values()];
}

/** Returns weaker orders that may suffice, weakest first. */
export function weaker(trace: Trace, { event, order, fenceAfter }: Change): readonly MemoryOrder[] {
  const kind = kindOf(trace, event);
  const none: readonly MemoryOrder[] = [];
  if (fenceAfter !== undefined) return order === 'seq_cst' ? ['release', 'acquire', 'acq_rel'] : none;
  const now = orderOf(trace.states, trace.events[event]!);
  // A plain access that becomes atomic has only one possible order.
  if (now === 'plain') return none;
  if (kind === LOAD) return order === 'seq_cst' && now === 'relaxed' ? ['acquire'] : none;
  if (kind === STORE) return order === 'seq_cst' && now === 'relaxed' ? ['release'] : none;
  const both: readonly MemoryOrder[] = now === 'relaxed' ? ['release', 'acquire'] : none;
  return order === 'seq_cst' ? [...both, 'acq_rel'] : both;
}

/** Converts changes to the form that the axioms take. */
export function asChanges(list: readonly Change[]): Changes {
  const orders = new Map<number, MemoryOrder>();
  const fencesBefore = new Map<number, MemoryOrder>();
  for (const { events, order, fenceAfter } of list) {
    for (const event of events) (fenceAfter === undefined ? orders : fencesBefore).set(event, order);
  }
  return { orders, fences: fencesBefore };
}

function strengthened(
  trace: Trace,
  events: Iterable<number>,
  stronger: (kind: number, order: MemoryOrder) => MemoryOrder | undefined,
): Change[] {
  const byLabel = new Map<number, Change>();
  for (const event of events) {
    const { state } = trace.events[event]!;
    const label = trace.states.label[state]!;
    if (byLabel.has(label) || !isAccess(trace, event)) continue;
    const order = stronger(kindOf(trace, event), orderOf(trace.states, trace.events[event]!));
    if (order !== undefined) byLabel.set(label, { event, events: sameLine(trace, event), order });
  }
  return [...byLabel.values()];
}

/** Whether a library does this, within a call: the program cannot change it, nor put a fence there. */
function isOfLibrary({ states, events }: Trace, event: number): boolean {
  return states.labels.get(states.label[events[event]!.state]!).isOfLibrary;
}

/**
 * Whether the program chooses the memory order of the access. The order of a synchronisation object is part of its
 * definition, and a library chooses its own.
 */
function isAccess(trace: Trace, event: number): boolean {
  const { states, events } = trace;
  const { state } = events[event]!;
  if (isOfLibrary(trace, event)) return false;
  if (states.labels.get(states.label[state]!).role === 'object') return false;
  return states.location[state]! >= 0 && states.code[state]! >> ORDER_BITS !== OBJECT;
}

/** Returns the kind of an event. A compare-and-swap that fails is a load. */
function kindOf({ states, events }: Trace, event: number): number {
  const { state, wrote } = events[event]!;
  return states.kind[state] === RMW && wrote === undefined ? LOAD : states.kind[state]!;
}

function sameLine(trace: Trace, event: number): number[] {
  const { states, events } = trace;
  const label = states.label[events[event]!.state];
  return events.flatMap(({ state }, i) =>
    states.label[state] === label && kindOf(trace, i) === kindOf(trace, event) ? [i] : [],
  );
}
