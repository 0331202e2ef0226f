import { codeOf, fence, load, lock, rmw, store, unlock } from '@fencepost/core';
import type { RecordedEvents } from '@fencepost/recording';

/** What a synthetic recording looks like. */
export interface Shape {
  readonly name: string;
  readonly operations: number;
  readonly threads: number;
  readonly places: number;
  /** Of 1000 steps of a thread, how many are what. The rest are accesses of its own data. */
  readonly locked: number;
  readonly queue: number;
  readonly counter: number;
  /** Number of counters that these add to. */
  readonly counters: number;
  /** Unordered stores and loads of shared flags: what departs from SC. */
  readonly flags: number;
  /** Accesses of any place, without any synchronisation. */
  readonly wild: number;
}

const LOAD = codeOf(load(0, 'plain'));
const STORE = codeOf(store(0, 0, 'plain'));
const ACQUIRE = codeOf(load(0, 'acquire'));
const RELEASE = codeOf(store(0, 0, 'release'));
const RELAXED = codeOf(store(0, 0, 'relaxed'));
const RELAXED_LOAD = codeOf(load(0, 'relaxed'));
const ADD = codeOf(rmw('add', 0, 0, 'seq_cst'));
const LOCK = codeOf(lock(0));
const UNLOCK = codeOf(unlock(0));
const FENCE = codeOf(fence('seq_cst'));

const LOCKS = 16;
const QUEUES = 16;
const SLOTS = 64;

/**
 * A run of threads that lock shared data, pass messages through ring buffers, add to counters, and work on data of
 * their own; as many operations as the shape says, always the same. Thread 0 starts the others, and joins them.
 */
export function synthetic(shape: Shape): (events: RecordedEvents) => void {
  return (events) => {
    new Synthetic(shape, events).run();
  };
}

class Synthetic {
  private readonly shape: Shape;
  private readonly events: RecordedEvents;
  private left: number;
  private state = 12345;
  private readonly heads = new Int32Array(QUEUES);
  private readonly tails = new Int32Array(QUEUES);
  private readonly own: number;

  constructor(shape: Shape, events: RecordedEvents) {
    this.shape = shape;
    this.events = events;
    this.left = shape.operations;
    // Counters, flags, locks, queues with their slots, shared data; then each thread's own data.
    this.own = Math.floor((shape.places - 4096) / shape.threads);
  }

  run(): void {
    const { events, shape } = this;
    for (let t = 1; t < shape.threads; t++) events.spawn(0, t, 1);
    while (this.left > 0) this.step(1 + this.random(shape.threads - 1));
    for (let t = 1; t < shape.threads; t++) events.join(0, t, 2);
  }

  private step(t: number): void {
    const { locked, queue, counter, flags, wild, places } = this.shape;
    const dice = this.random(1000);
    if (dice < locked) this.locked(t);
    else if (dice < locked + queue) this.queued(t);
    else if (dice < locked + queue + counter) this.counted(t);
    else if (dice < locked + queue + counter + flags) this.flagged(t);
    else if (dice < locked + queue + counter + flags + wild) this.access(t, this.random(places), 60);
    else this.access(t, 4096 + t * this.own + this.random(this.own), 10);
  }

  private access(t: number, place: number, site: number): void {
    if (this.random(3) === 0) this.events.store(t, place, STORE, site, this.left, 0);
    else this.events.load(t, place, LOAD, site + 1);
    this.left--;
  }

  private locked(t: number): void {
    const which = this.random(LOCKS);
    this.events.update(t, 128 + which, LOCK, 20, t, 0);
    for (let i = 0; i < 6; i++) this.access(t, 2048 + which * 128 + this.random(128), 21 + i * 2);
    this.events.update(t, 128 + which, UNLOCK, 33, 0, 0);
    this.left -= 2;
  }

  /** A ring buffer with one producer and one consumer per queue. */
  private queued(t: number): void {
    const { events, heads, tails, shape } = this;
    const q = t % QUEUES;
    const other = (t + 1) % Math.min(QUEUES, shape.threads);
    const base = 256 + q * (SLOTS + 2);
    if (heads[q]! - tails[q]! < SLOTS) {
      events.load(t, base + 1, ACQUIRE, 40);
      events.store(t, base + 2 + (heads[q]! % SLOTS), STORE, 41, this.left, 0);
      heads[q]!++;
      events.store(t, base, RELEASE, 42, heads[q]!, 0);
      this.left -= 3;
    }
    if (tails[other]! < heads[other]!) {
      const from = 256 + other * (SLOTS + 2);
      events.load(t, from, ACQUIRE, 43);
      events.load(t, from + 2 + (tails[other]! % SLOTS), LOAD, 44);
      tails[other]!++;
      events.store(t, from + 1, RELEASE, 45, tails[other]!, 0);
      this.left -= 3;
    }
  }

  private counted(t: number): void {
    this.events.update(t, this.random(this.shape.counters), ADD, 50, this.left, 0);
    this.left--;
    if (this.random(10) === 0) {
      this.events.fence(t, FENCE, 51);
      this.left--;
    }
  }

  private flagged(t: number): void {
    const flag = 16 + this.random(32);
    this.events.store(t, flag, RELAXED, 70 + this.random(8), this.left, 0);
    this.events.load(t, 16 + this.random(32), RELAXED_LOAD, 80 + this.random(8));
    this.left -= 2;
  }

  private random(below: number): number {
    this.state = (Math.imul(this.state, 1664525) + 1013904223) | 0;
    return (this.state >>> 8) % below;
  }
}
