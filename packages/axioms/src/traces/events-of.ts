import type { MemoryOrder, Trace } from '@fencepost/core';
import { FENCE, LOAD, RMW, STORE, acquires, orderOf, releases } from '@fencepost/core';
import type { Event } from '../executions/event.js';
import type { AccessOrder, FenceKind } from '../program/program.js';
import { barrier, loadOrder, storeOrder } from '../program/to-aarch64.js';

/** The weakest translation of acquire loads by compilers for ARMv8. */
const ACQUIRE_LOAD = 'acquire_pc';

/** Returns a trace's operation in terms of the source language: one event. */
export function sourceEvent(trace: Trace, index: number, order = orderAt(trace, index)): Event {
  const { kind, address, wrote, thread } = operationAt(trace, index);
  if (kind === FENCE) return fenceEvent(thread, order, (fence) => fence);
  if (address < 0) return { thread, reads: false, writes: false, order: 'relaxed' };
  return { thread, reads: kind !== STORE, writes: wrote, address, order };
}

/** Returns it as instructions of ARMv8: two events for a read-modify-write that writes. */
export function machineEvents(trace: Trace, index: number, order = orderAt(trace, index)): Event[] {
  const { kind, address, wrote, thread } = operationAt(trace, index);
  if (kind === FENCE) return [fenceEvent(thread, order, barrier)];
  if (address < 0) return [{ thread, reads: false, writes: false, order: 'plain' }];
  const read = { thread, reads: true, writes: false, address };
  if (kind === LOAD) return [{ ...read, order: loadOrder(order, ACQUIRE_LOAD) }];
  if (kind === RMW && !wrote) return [{ ...read, order: loadOrder(order, 'acquire') }];
  const write = { thread, reads: false, writes: true, address };
  if (kind === STORE) return [{ ...write, order: storeOrder(order) }];
  const acquiresToo = acquires(order) && releases(order);
  return [
    { ...read, order: acquires(order) ? 'acquire' : 'plain' },
    { ...write, order: releases(order) ? 'release' : 'plain', acquiresToo },
  ];
}

/** Returns the event of a fence. A fence without effect, such as a relaxed one, is not a fence. */
export function fenceEvent(thread: number, order: MemoryOrder, translate: (fence: FenceKind) => FenceKind): Event {
  const none = { thread, reads: false, writes: false, order: 'plain' as AccessOrder };
  return order === 'plain' || order === 'relaxed' ? none : { ...none, fence: translate(order) };
}

function orderAt({ states, events }: Trace, index: number): MemoryOrder {
  return orderOf(states, events[index]!);
}

function operationAt(
  { states, events }: Trace,
  index: number,
): { readonly kind: number; readonly address: number; readonly wrote: boolean; readonly thread: number } {
  const { state, thread, wrote } = events[index]!;
  return { kind: states.kind[state]!, address: states.location[state]!, wrote: wrote !== undefined, thread };
}
