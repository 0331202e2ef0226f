import type { LocalStates, Trace } from '@fencepost/core';
import { RMW, TRANSITION, grown } from '@fencepost/core';

/** The order of a store that had not reached memory when its execution was cut off. */
export const NEVER_STORED = 2 ** 31 - 1;

/**
 * The memory accesses of one execution, as columns. Happens-before cycles consist of these. A read-modify-write that
 * writes is a write here: it reads the value just before its own, so the same accesses come before both.
 */
export class Accesses {
  count = 0;
  thread = new Int32Array(64);
  /** Index among the operations of its thread. */
  position = new Int32Array(64);
  label = new Int32Array(64);
  location = new Int32Array(64);
  writes = new Uint8Array(64);
  /**
   * For a write, its index in the coherence order of its location, starting at 1. For a read, the index of the write it
   * read from; 0 for the initial value.
   */
  order = new Int32Array(64);
  /** The next access with the same label; -1 if none. */
  next = new Int32Array(64);
  private first = new Int32Array(64).fill(-1);
  private last = new Int32Array(64);

  add(thread: number, position: number, label: number, location: number, writes: boolean): number {
    const i = this.count++;
    if (i === this.thread.length) this.grow();
    if (label >= this.first.length) this.fitLabels(label);
    this.thread[i] = thread;
    this.position[i] = position;
    this.label[i] = label;
    this.location[i] = location;
    this.writes[i] = writes ? 1 : 0;
    this.next[i] = -1;
    if (this.first[label] === -1) this.first[label] = i;
    else this.next[this.last[label]!] = i;
    this.last[label] = i;
    return i;
  }

  /** Returns the first access with this label; -1 if none. */
  firstWith(label: number): number {
    return this.first[label] ?? -1;
  }

  /** Copies everything except `order`, which is known only at the end of an execution. */
  copy(): Accesses {
    const { count, thread, position, label, location, writes } = this;
    const copy = new Accesses();
    for (let i = 0; i < count; i++) copy.add(thread[i]!, position[i]!, label[i]!, location[i]!, writes[i] === 1);
    return copy;
  }

  clear(): void {
    for (let i = 0; i < this.count; i++) this.first[this.label[i]!] = -1;
    this.count = 0;
  }

  private grow(): void {
    const size = 2 * this.thread.length;
    for (const column of ['thread', 'position', 'label', 'location', 'order', 'next'] as const) {
      this[column] = grown(this[column], size);
    }
    const writes = new Uint8Array(size);
    writes.set(this.writes);
    this.writes = writes;
  }

  private fitLabels(label: number): void {
    const first = new Int32Array(2 * label).fill(-1);
    first.set(this.first);
    this.first = first;
    this.last = grown(this.last, 2 * label);
  }
}

/**
 * Whether the operation of this state accesses the user's memory. Operations on mutexes and similar objects only order
 * other accesses.
 */
export function isAccess(states: LocalStates, state: number): boolean {
  const kind = states.kind[state]!;
  if (kind > RMW || (kind === RMW && states.fn[state] === TRANSITION)) return false;
  return !states.locations.isMutex(states.location[state]!);
}

/** The accesses of a trace, with their order in memory. */
export function accessesOf(trace: Trace): Accesses {
  const { states, events, coherence } = trace;
  const order = new Int32Array(events.length);
  for (const row of coherence) row.forEach((event, i) => (order[event] = i + 1));
  const accesses = new Accesses();
  events.forEach(({ thread, position, state, source = -1, wrote }, event) => {
    if (!isAccess(states, state)) return;
    const writes = wrote !== undefined;
    const i = accesses.add(thread, position, states.label[state]!, states.location[state]!, writes);
    accesses.order[i] = writes ? order[event]! : source < 0 ? 0 : order[source]!;
  });
  return accesses;
}
