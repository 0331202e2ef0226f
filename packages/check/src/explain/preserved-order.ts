import type { Changes } from '@fencepost/axioms';
import type { MemoryOrder, ModelName, Trace } from '@fencepost/core';
import {
  AFTER_OWN_LOCATION,
  AFTER_OWN_STORES,
  AFTER_READ_BASE,
  AFTER_WRITE_BASE,
  BECOMES_READ_BASE,
  BECOMES_WRITE_BASE,
  FENCE,
  FENCE_FIRST,
  JOIN,
  NO_EVENT,
  ORDERS,
  ORDER_BITS,
  SPAWN,
  STORE_STORE_FENCE,
  preservedOrder,
} from '@fencepost/core';

const NO_CHANGES: Changes = { orders: new Map(), fences: new Map() };

/** Events that later operations of a thread are ordered after. */
interface Thread {
  readBase: number | undefined;
  writeBase: number | undefined;
  readonly writes: number[];
}

/**
 * The program order that a model with store buffers preserves in a trace, possibly after changes. Events have their
 * numbers in the trace; added fences have the numbers after them.
 */
export class PreservedOrder {
  private readonly trace: Trace;
  private readonly out: number[][];
  private readonly threads = new Map<number, Thread>();
  private readonly children: ReadonlyMap<number, number>;

  constructor(trace: Trace, model: ModelName, { orders, fences } = NO_CHANGES) {
    const table = preservedOrder(model);
    const { states, events } = trace;
    this.trace = trace;
    this.out = events.map(() => []);
    this.children = this.threadsAt(SPAWN);
    const joins = this.threadsAt(JOIN);
    events.forEach(({ thread, state }, i) => {
      const fence = fences.get(i);
      const order = orders.get(i);
      if (fence !== undefined) this.fence(thread, table[codeWith(FENCE << ORDER_BITS, fence)]!);
      const flags = table[order === undefined ? states.code[state]! : codeWith(states.code[state]!, order)]!;
      if ((flags & FENCE_FIRST) !== 0) this.fence(thread, STORE_STORE_FENCE);
      if ((flags & NO_EVENT) === 0) this.place(i, thread, flags, states.location[state]!);
    });
    events.forEach(({ thread }, i) => {
      const join = joins.get(thread);
      if (join !== undefined) this.add(i, join);
    });
  }

  add(from: number, to: number): void {
    this.out[from]!.push(to);
  }

  /** Whether the preserved order puts one event before another. */
  isBefore(from: number, to: number): boolean {
    const reached = new Set([from]);
    for (const node of reached) for (const next of this.out[node]!) reached.add(next);
    return from !== to && reached.has(to);
  }

  isCyclic(): boolean {
    const incoming = new Int32Array(this.out.length);
    for (const row of this.out) for (const to of row) incoming[to]!++;
    const ready: number[] = [];
    incoming.forEach((degree, i) => degree === 0 && ready.push(i));
    for (const node of ready) {
      for (const to of this.out[node]!) {
        incoming[to]!--;
        if (incoming[to] === 0) ready.push(to);
      }
    }
    return ready.length < this.out.length;
  }

  /** Returns, by thread, the event of this kind that has the thread as its operand. */
  private threadsAt(kind: number): ReadonlyMap<number, number> {
    const { states, events } = this.trace;
    return new Map(
      events.flatMap(({ state }, i) => (states.kind[state] === kind ? [[states.operand[state]!, i]] : [])),
    );
  }

  private fence(thread: number, flags: number): void {
    if ((flags & NO_EVENT) !== 0) return;
    this.out.push([]);
    this.place(this.out.length - 1, thread, flags, -1);
  }

  private place(node: number, number: number, flags: number, location: number): void {
    const thread = this.threadOf(number);
    const { states, events } = this.trace;
    const locationOf = (event: number): number => states.location[events[event]!.state]!;
    const after = (base: number | undefined): void => {
      if (base !== undefined) this.add(base, node);
    };
    if ((flags & AFTER_READ_BASE) !== 0) after(thread.readBase);
    if ((flags & AFTER_WRITE_BASE) !== 0) after(thread.writeBase);
    if ((flags & AFTER_OWN_STORES) !== 0) thread.writes.forEach(after);
    else if ((flags & AFTER_OWN_LOCATION) !== 0)
      thread.writes.filter((event) => locationOf(event) === location).forEach(after);
    if ((flags & BECOMES_READ_BASE) !== 0) thread.readBase = node;
    if ((flags & BECOMES_WRITE_BASE) !== 0) thread.writeBase = node;
    if (events[node]?.wrote !== undefined) thread.writes.push(node);
  }

  private threadOf(number: number): Thread {
    const known = this.threads.get(number);
    if (known !== undefined) return known;
    const start = this.children.get(number);
    const thread = { readBase: start, writeBase: start, writes: [] };
    this.threads.set(number, thread);
    return thread;
  }
}

function codeWith(code: number, order: MemoryOrder): number {
  return ((code >> ORDER_BITS) << ORDER_BITS) | ORDERS.indexOf(order);
}
