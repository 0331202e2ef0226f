import { INITIAL } from '../operations/events.js';

/**
 * The storage of an operational model: memory, and the buffers between it and the processes. Processes p and addresses
 * a are dense indices. Values are tagged with the event that wrote them, which yields reads-from and coherence; the
 * papers' figures have only the values. Draining (fences, atomics) is a guard: the operation waits until the commits,
 * which are separate steps, are done.
 */
export abstract class Memory {
  /** Committed values. `writer`: the events that wrote them. */
  m = new Int32Array(0);
  writer = new Int32Array(0);
  /** The value that the last `load` returned. `source`: the store it came from. */
  value = 0;
  source = INITIAL;
  protected processes = 0;

  /** Makes room for locations and processes discovered since; new locations hold their initial value. */
  fit(initial: readonly number[], processes: number): void {
    const known = this.m.length;
    if (initial.length > known) {
      const m = Int32Array.from(initial);
      m.set(this.m);
      const writer = new Int32Array(initial.length).fill(INITIAL);
      writer.set(this.writer);
      this.m = m;
      this.writer = writer;
    }
    this.processes = processes;
  }

  /** Copies the state of another memory of the same model. */
  copyFrom(other: this): void {
    if (this.m.length !== other.m.length) {
      this.m = other.m.slice();
      this.writer = other.writer.slice();
    } else {
      this.m.set(other.m);
      this.writer.set(other.writer);
    }
    this.processes = other.processes;
  }

  /** Returns the number of results a load may have (more than one only where loads may read old values). */
  abstract loadChoices(p: number, a: number): number;
  /**
   * Returns the number of positions that a write may take among the writes of `a` (more than one only with
   * `HistoryMemory`).
   */
  writeChoices(_a: number): number {
    return 1;
  }
  /** Sets `value` and `source`; `choice` is one of `loadChoices`. */
  abstract load(p: number, a: number, choice: number): void;
  /** Returns the value that `load` would return. */
  abstract peek(p: number, a: number, choice: number): number;
  /** Issues a store: into a buffer if there is one. */
  abstract store(p: number, a: number, v: number, event: number): void;
  /** Writes memory directly: the effect of an atomic, or of a store under SC; `choice` is one of `writeChoices`. */
  abstract writeThrough(p: number, a: number, v: number, event: number, choice?: number): void;
  /** Orders commits: stores of the process before this fence reach memory before those after it. */
  abstract storeStoreFence(p: number): void;
  /** Makes later loads of the process return nothing older than the current memory. */
  abstract loadLoadFence(p: number): void;

  /** Whether the process has no pending store. */
  abstract drained(p: number): boolean;
  /** Whether the process has no pending store to `a`, nor any from before the last store-store fence. */
  abstract drainedFor(p: number, a: number): boolean;
  /** Returns the number of pending stores. They are ranked in the order they were issued. */
  abstract pending(p: number): number;
  /** Whether the pending store of this rank may be the next of its process to reach memory. */
  abstract committable(p: number, rank: number): boolean;
  /** Performs the internal step store^c: the pending store of this rank reaches memory. */
  abstract commit(p: number, rank: number): void;
  /** Location of the store last committed or written through. `committedEvent`: its event. */
  committedLocation = 0;
  committedEvent = INITIAL;

  /** Returns a key of the state beyond memory and buffers, to distinguish configurations. */
  historyKey(): string {
    return '';
  }

  /** Changes memory, and records the write as the last one. */
  protected write(a: number, v: number, event: number): void {
    this.m[a] = v;
    this.writer[a] = event;
    this.committedLocation = a;
    this.committedEvent = event;
  }
}
