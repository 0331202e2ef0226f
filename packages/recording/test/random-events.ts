import type { MemoryOrder } from '@fencepost/core';
import { FENCE, LOAD, OBJECT, ORDERS, ORDER_BITS, RMW, STORE } from '@fencepost/core';
import type { RecordedEvents } from '../src/events.js';

/** A random execution, which is SC as each access is atomic. */
export interface RandomEvents {
  readonly roots: number;
  /** Number of events that are local to a thread. */
  readonly locals: number;
  feed(events: RecordedEvents): number;
}

interface Told {
  readonly thread: number;
  /** -1: none. */
  readonly place: number;
  readonly site: number;
  /** Whether it is a plain or relaxed load or store. */
  readonly isUnordered: boolean;
  readonly isFree: boolean;
  readonly tell: (events: RecordedEvents) => void;
}

/** Makes an execution of up to 12 threads with shared places, places of single threads, and freed places. */
export function randomEvents(seed: number, steps: number): RandomEvents {
  let state = seed;
  const upTo = (count: number): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * count);
  };
  const one = <T>(...all: readonly T[]): T => all[upTo(all.length)]!;
  const codeOf = (kind: number, order: MemoryOrder): number => (kind << ORDER_BITS) | ORDERS.indexOf(order);
  const usual: MemoryOrder[] = one(['relaxed'], ['relaxed', 'seq_cst'], ['plain', 'plain', 'relaxed']);
  const roots = 1 + upTo(4);
  const live = Array.from({ length: roots }, (_, t) => t);
  const shared = Array.from({ length: 1 + upTo(5) }, (_, place) => place);
  const own = new Map<number, number[]>();
  const told: Told[] = [];
  let threads = roots;
  let places = 100;

  const step = (thread: number): void => {
    if (!own.has(thread)) own.set(thread, [places++, places++]);
    const isOwn = upTo(4) === 0;
    const k = upTo(shared.length);
    const place = isOwn ? one(...own.get(thread)!) : shared[k]!;
    const site = upTo(30);
    const low = upTo(3);
    const kind = upTo(29);
    const add = (tell: Told['tell'], order: MemoryOrder = 'seq_cst', on = place): void => {
      const isUnordered = order === 'plain' || order === 'relaxed';
      told.push({ thread, place: on, site, isUnordered, isFree: false, tell });
    };
    const change = { expectedLow: upTo(3), expectedHigh: 0, low, high: 0 };
    if (isOwn && upTo(12) > 0) {
      const order = one<MemoryOrder>('plain', 'relaxed');
      if (kind % 2 === 0) add((events) => events.load(thread, place, codeOf(LOAD, order), site), order);
      else add((events) => events.store(thread, place, codeOf(STORE, order), site, low, 0), order);
    } else if (kind < 10) {
      const order = one<MemoryOrder>(...usual, 'acquire', 'seq_cst');
      add((events) => events.load(thread, place, codeOf(LOAD, order), site), order);
    } else if (kind < 19) {
      const order = one<MemoryOrder>(...usual, 'release', 'seq_cst');
      add((events) => events.store(thread, place, codeOf(STORE, order), site, low, 0), order);
    } else if (kind < 21) {
      const code = codeOf(
        one(RMW, RMW, OBJECT),
        one<MemoryOrder>(...usual, 'acquire', 'release', 'acq_rel', 'seq_cst'),
      );
      add((events) => events.update(thread, place, code, site, low, 0));
    } else if (kind < 22) {
      const code = codeOf(RMW, one<MemoryOrder>('relaxed', 'acquire', 'acq_rel', 'seq_cst'));
      add((events) => events.swap(thread, place, code, site, change));
    } else if (kind < 23) {
      const code = codeOf(RMW, one<MemoryOrder>('relaxed', 'acq_rel', 'seq_cst'));
      const failureOrder = one<MemoryOrder>('relaxed', 'acquire', 'seq_cst');
      add((events) => events.failedSwap(thread, place, code, site, { ...change, failureOrder }));
    } else if (kind < 25) {
      const code = codeOf(FENCE, one<MemoryOrder>('acquire', 'release', 'acq_rel', 'seq_cst'));
      add((events) => events.fence(thread, code, site), 'seq_cst', -1);
    } else if (kind === 25 && threads < 12) {
      const child = threads++;
      live.push(child);
      add((events) => events.spawn(thread, child, site), 'seq_cst', -1);
    } else if (kind === 26 && live.length > 2) {
      const child = one(...live);
      if (child === thread) return;
      live.splice(live.indexOf(child), 1);
      add((events) => events.join(thread, child, site), 'seq_cst', -1);
    } else if (kind === 27) {
      told.push({
        ...{ thread, place, site, isUnordered: true, isFree: true },
        tell: (events) => events.free(thread, place, site),
      });
      if (isOwn) own.set(thread, [places++, places++]);
      else shared[k] = places++;
    } else if (upTo(3) === 0) add((events) => events.outside(thread, place, low, 0));
  };

  for (let i = 0; i < steps; i++) {
    const thread = one(...live);
    for (let left = one(1, 1, 2, 5); left > 0 && live.includes(thread); left--) step(thread);
  }

  const owner = new Map<number, number>();
  const notLocal = new Set<number>();
  for (const { thread, place, isUnordered } of told) {
    if (!isUnordered || (owner.get(place) ?? thread) !== thread) notLocal.add(place);
    owner.set(place, thread);
  }
  const isLocal = ({ place, isFree }: Told): boolean => place >= 0 && !isFree && !notLocal.has(place);
  return {
    roots,
    locals: told.filter(isLocal).length,
    feed: (events) => {
      for (const each of told) {
        if (events.local !== undefined && isLocal(each)) events.local(each.thread, each.site);
        else each.tell(events);
      }
      return told.length;
    },
  };
}
