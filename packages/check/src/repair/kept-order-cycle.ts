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
  happensBefore,
  keptOrder,
} from '@fencepost/core';

/**
 * Does a model with store buffers forbid the execution after the changes? It does if the program order that it then
 * keeps, and reads-from between threads, coherence and from-reads have a cycle.
 */
export function isForbiddenByOrder(trace: Trace, model: ModelName, changes: Changes): boolean {
  const order = new KeptOrder(trace, keptOrder(model), changes);
  const { events } = trace;
  for (const { from, to, kind } of happensBefore(trace)) {
    const isOwn = events[from]!.thread === events[to]!.thread;
    // A thread reads its own stores early; the rest is kept by the model or not.
    if (kind === 'program order' || kind === 'spawn' || kind === 'join' || (kind === 'reads-from' && isOwn)) continue;
    order.add(from, to);
  }
  return order.isCyclic();
}

/** What comes before later operations of a thread. */
interface Thread {
  readBase: number | undefined;
  writeBase: number | undefined;
  readonly writes: number[];
}

/** The order of a trace's events: those of the trace by their numbers, fences by the numbers after them. */
class KeptOrder {
  private readonly trace: Trace;
  private readonly table: Int32Array;
  private readonly out: number[][];
  private readonly threads = new Map<number, Thread>();
  private readonly children: ReadonlyMap<number, number>;

  constructor(trace: Trace, table: Int32Array, { orders, fences }: Changes) {
    const { states, events } = trace;
    this.trace = trace;
    this.table = table;
    this.out = events.map(() => []);
    this.children = new Map(
      events.flatMap(({ state }, i) => (states.kind[state] === SPAWN ? [[states.operand[state]!, i]] : [])),
    );
    events.forEach(({ thread, state }, i) => {
      const fence = fences.get(i);
      const order = orders.get(i);
      if (fence !== undefined) this.fence(thread, table[codeWith(FENCE << ORDER_BITS, fence)]!);
      const flags = table[order === undefined ? states.code[state]! : codeWith(states.code[state]!, order)]!;
      if ((flags & FENCE_FIRST) !== 0) this.fence(thread, STORE_STORE_FENCE);
      if ((flags & NO_EVENT) === 0) this.place(i, thread, flags, states.location[state]!);
    });
    events.forEach(({ thread }, i) => {
      const join = this.joins.get(thread);
      if (join !== undefined) this.add(i, join);
    });
  }

  add(from: number, to: number): void {
    this.out[from]!.push(to);
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

  /** Where threads are joined. */
  private get joins(): ReadonlyMap<number, number> {
    const { states, events } = this.trace;
    return new Map(
      events.flatMap(({ state }, i) => (states.kind[state] === JOIN ? [[states.operand[state]!, i]] : [])),
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
