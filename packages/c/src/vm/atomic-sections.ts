import type { Operation } from '@fencepost/core';
import { LOAD, RMW, RestartSearch, STORE, lock, unlock } from '@fencepost/core';
import { ATOMIC_DEPTH } from '../runtime/threads/atomic-sections.js';
import { ATOMIC_SECTION, SHADOW } from '../runtime/base/places.js';
import type { Steps } from '../runtime/base/services.js';
import type { ContentWords } from './content-words.js';
import { NestedCall } from '../runtime/base/services.js';

/** What atomic sections (`__VERIFIER_atomic_begin`) access, in any execution: addresses of bytes. */
export interface SectionPlaces {
  readonly accessed: Set<number>;
  /** Written by a section that writes more than once: in between, others could see what must not be seen. */
  readonly torn: Set<number>;
}

/** What the thread has written in the section that it is in. */
export interface SavedSection {
  readonly written: readonly number[];
  readonly writes: number;
}

/** The thread as seen here. */
interface Sectioned {
  readonly own: ReadonlyMap<string, number | bigint>;
  readonly memory: { readonly alone: boolean };
}

/**
 * Atomic sections exclude one another by a mutex. Other code is excluded by taking it, too, for a single access, where that
 * can matter: for a write to a place that sections access, and for a load of one that they leave torn. Then what a section
 * conflicts with is before it or after it. This orders nothing else: the mutex is taken with relaxed order, so that a race with a section
 * remains one.
 */
export class AtomicSections {
  private written: number[] = [];
  private writes = 0;

  constructor(
    private readonly thread: Sectioned,
    private readonly places: SectionPlaces,
  ) {}

  save(words: ContentWords): SavedSection {
    const { written, writes } = this;
    words.add(written.length);
    for (const byte of written) words.wide(byte);
    words.add(writes);
    return { written: written.slice(), writes };
  }

  restore({ written, writes }: SavedSection): void {
    this.written = written.slice();
    this.writes = writes;
  }

  /** The same steps, as they are inside or outside a section. */
  *around<T>(steps: Steps<T>): Steps<T> {
    for (let step = steps.next(0); ;) {
      if (step.done === true) return step.value;
      const { value } = step;
      if (value instanceof NestedCall || !isAccess(value) || this.thread.memory.alone) step = steps.next(yield value);
      else if (Number(this.thread.own.get(ATOMIC_DEPTH) ?? 0) > 0) step = steps.next(yield this.inside(value));
      else {
        this.written = [];
        this.writes = 0;
        step = steps.next(yield* this.outside(value));
      }
    }
  }

  private inside(operation: Operation): Operation {
    const bytes = bytesOf(operation);
    this.learn(this.places.accessed, bytes, 'an atomic section accesses something');
    if (operation.kind !== LOAD) {
      this.written.push(...bytes);
      if (++this.writes > 1) this.learn(this.places.torn, this.written, 'an atomic section writes more than once');
    }
    return operation.order === 'plain' ? { ...operation, order: 'relaxed' } : operation;
  }

  private *outside(operation: Operation): Steps<number> {
    const { accessed, torn } = this.places;
    const matters = operation.kind === LOAD ? torn : accessed;
    if (!bytesOf(operation).some((byte) => matters.has(byte))) return yield operation;
    yield { ...lock(ATOMIC_SECTION, operation.site), order: 'relaxed' };
    const result = yield operation;
    yield { ...unlock(ATOMIC_SECTION, operation.site), order: 'relaxed' };
    return result;
  }

  private learn(known: Set<number>, bytes: readonly number[], what: string): void {
    const before = known.size;
    for (const byte of bytes) known.add(byte);
    if (known.size > before) throw new RestartSearch(what);
  }
}

function isAccess({ kind, mutex, transition, address }: Operation): boolean {
  return (kind === LOAD || kind === STORE || kind === RMW) && !mutex && transition === undefined && address < SHADOW;
}

function bytesOf({ address, size }: Operation): number[] {
  return Array.from({ length: Math.max(size, 1) }, (_, offset) => address + offset);
}
