import type { Operation } from '@fencepost/core';
import { LOAD, RMW, STORE, lock, unlock } from '@fencepost/core';
import { ATOMIC_DEPTH } from '../../runtime/threads/atomic-sections.js';
import { ATOMIC_SECTION, SHADOW } from '../../runtime/base/places.js';
import type { Steps } from '../../runtime/base/services.js';
import type { ContentWords } from '../instance/content-words.js';
import { NestedCall } from '../../runtime/base/services.js';

/** Addresses of bytes that atomic sections (`__VERIFIER_atomic_begin`) access, in any execution. */
export interface SectionPlaces {
  readonly accessed: Set<number>;
  /** Bytes written by a section that writes more than once. Other threads must not see its intermediate states. */
  readonly torn: Set<number>;
}

/** The writes that the thread has made in its current section. */
export interface SavedSection {
  readonly written: readonly number[];
  readonly writes: number;
}

/** The properties of a thread that this file uses. */
interface Sectioned {
  readonly own: ReadonlyMap<string, number | bigint>;
  readonly memory: { readonly alone: boolean };
}

/** The properties of the context that this file uses. */
interface Learning {
  readonly sections: SectionPlaces;
  restart(what: string): void;
}

/**
 * Atomic sections exclude one another by a mutex. Other code also takes the mutex for a single access where that can
 * matter: for a write to a location that sections access, and for a load of a location whose intermediate states
 * sections expose. Each conflicting access is then before or after the whole section. This orders nothing else: the
 * mutex is taken with relaxed order, so a race with a section remains a race.
 */
export class AtomicSections {
  private written: number[] = [];
  private writes = 0;
  private readonly places: SectionPlaces;

  constructor(
    private readonly thread: Sectioned,
    private readonly context: Learning,
  ) {
    this.places = context.sections;
  }

  describe(words: ContentWords): void {
    words.add(this.written.length);
    for (const byte of this.written) words.wide(byte);
    words.add(this.writes);
  }

  save(): SavedSection {
    return { written: this.written.slice(), writes: this.writes };
  }

  restore({ written, writes }: SavedSection): void {
    this.written = written.slice();
    this.writes = writes;
  }

  /** Passes the steps on, adapted to whether the thread is inside or outside a section. */
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
    if (known.size > before) this.context.restart(what);
  }
}

function isAccess({ kind, mutex, transition, address }: Operation): boolean {
  return (kind === LOAD || kind === STORE || kind === RMW) && !mutex && transition === undefined && address < SHADOW;
}

function bytesOf({ address, size }: Operation): number[] {
  return Array.from({ length: Math.max(size, 1) }, (_, offset) => address + offset);
}
