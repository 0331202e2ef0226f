import type { MemoryOrder } from '@fencepost/core';
import { LOAD, OBJECT, ORDERS, ORDER_BITS, RMW, STORE } from '@fencepost/core';
import type { RecordedEvents } from '../src/events.js';
import { TRIED } from '../src/format/layout.js';
import type { TraceEvent } from './predicted-brute-force.js';

/** A small random execution with mutexes. */
export interface RandomTrace {
  readonly roots: number;
  readonly trace: readonly TraceEvent[];
  /** By event: the mutexes that its thread holds before it. */
  readonly held: readonly (readonly number[])[];
  feed(events: RecordedEvents): number;
}

const MUTEXES = 100;
const codeOf = (kind: number, order: MemoryOrder): number => (kind << ORDER_BITS) | ORDERS.indexOf(order);

/** `kind`: what most events do. `siteOf`: the site of an event. */
export function randomTrace(
  seed: number,
  steps: number,
  kind: 'accesses' | 'locks' | 'nested',
  siteOf: (event: TraceEvent) => number = ({ event }) => event,
): RandomTrace {
  let state = seed;
  const upTo = (count: number): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * count);
  };
  const roots = kind === 'nested' ? 2 + upTo(2) : 1 + upTo(3);
  const places = 1 + upTo(3);
  const mutexes = kind === 'nested' ? 2 + upTo(3) : 1 + upTo(kind === 'locks' ? 4 : 2);
  const live = Array.from({ length: roots }, (_, t) => t);
  const holder = new Map<number, number>();
  const trace: TraceEvent[] = [];
  const held: number[][] = [];
  let threads = roots;
  const heldBy = (t: number): number[] =>
    [...holder].flatMap(([mutex, by]) => (by === t ? [mutex] : [])).toSorted((a, b) => a - b);
  // Distributes, as omission does.
  type Bare<T> = T extends unknown ? Omit<T, 'event' | 't'> : never;
  const add = (t: number, each: Bare<TraceEvent>): void => {
    held.push(heldBy(t));
    trace.push({ ...each, t, event: trace.length });
  };
  const likely = { accesses: 8, locks: 4, nested: 2 }[kind];
  while (trace.length < steps) {
    const t = live[upTo(live.length)]!;
    const what = upTo(16);
    const place = upTo(places);
    const mutex = MUTEXES + upTo(mutexes);
    if (what < likely) {
      // The first place is for atomics.
      const plain = place > 0 || places === 1;
      add(t, {
        op: plain ? (upTo(2) === 0 ? 'read' : 'write') : (['read', 'write', 'update'] as const)[upTo(3)]!,
        place,
        plain,
      });
    } else if (what < 14) {
      const own = heldBy(t);
      if (own.length > 0 && upTo(6) < (kind === 'nested' ? 3 : 4)) {
        const released = own[upTo(own.length)]!;
        add(t, { op: 'unlock', place: released });
        holder.delete(released);
      } else if (!holder.has(mutex)) {
        add(t, { op: 'lock', place: mutex, ...(upTo(5) === 0 ? { tried: true } : {}) });
        holder.set(mutex, t);
      }
    } else if (what === 14 && threads < 5) {
      live.push(threads);
      add(t, { op: 'spawn', child: threads++ });
    } else if (what === 15 && live.length > 2) {
      const child = live.find((each) => each >= roots && each !== t && heldBy(each).length === 0);
      if (child === undefined) continue;
      live.splice(live.indexOf(child), 1);
      add(t, { op: 'join', child });
    }
  }
  return { roots, trace, held, feed: (events) => feed(trace, events, siteOf) };
}

function feed(trace: readonly TraceEvent[], events: RecordedEvents, siteOf: (event: TraceEvent) => number): number {
  for (const each of trace) {
    const site = siteOf(each);
    const { t } = each;
    switch (each.op) {
      case 'read':
        events.load(t, each.place, codeOf(LOAD, each.plain ? 'plain' : 'acquire'), site);
        break;
      case 'write':
        events.store(t, each.place, codeOf(STORE, each.plain ? 'plain' : 'release'), site, 1, 0);
        break;
      case 'update':
        events.update(t, each.place, codeOf(RMW, 'acq_rel'), site, 1, 0);
        break;
      case 'lock':
        events.update(t, each.place, codeOf(OBJECT, 'acquire'), site, (t + 1) | (each.tried === true ? TRIED : 0), 0);
        break;
      case 'unlock':
        events.update(t, each.place, codeOf(OBJECT, 'release'), site, 0, 0);
        break;
      case 'spawn':
        events.spawn(t, each.child, site);
        break;
      case 'join':
        events.join(t, each.child, site);
    }
  }
  return trace.length;
}
