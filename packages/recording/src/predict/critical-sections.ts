import { grown } from '@fencepost/core';

/** The time of a release that has not happened. */
export const NEVER = 0x7fffffff;
const NO_SECTION = -1;

/** The critical sections of one mutex, by thread. */
export interface Mutex {
  readonly number: number;
  /** By thread: its sections, in order. */
  readonly sections: Map<number, number[]>;
}

/**
 * The critical sections of all mutexes. A section has the times of its thread when it locked and unlocked the mutex, and
 * the row of the unlocking.
 */
export class CriticalSections {
  /** Mutexes that several threads have locked. */
  readonly shared: Mutex[] = [];
  private mutexes = 0;
  private count = 0;
  // Columns by section.
  private begin = new Int32Array(1024);
  private end = new Int32Array(1024);
  row = new Int32Array(1024);

  newMutex(): Mutex {
    return { number: this.mutexes++, sections: new Map() };
  }

  /** Begins a section of thread t; returns it. Sections are numbered in the order in which they begin. */
  lock(mutex: Mutex, t: number, time: number): number {
    const section = this.count++;
    if (section >= this.begin.length) {
      for (const column of ['begin', 'end', 'row'] as const) this[column] = grown(this[column], this.count);
    }
    const own = mutex.sections.get(t);
    if (own !== undefined) own.push(section);
    else {
      mutex.sections.set(t, [section]);
      if (mutex.sections.size === 2) this.shared.push(mutex);
    }
    this.begin[section] = time;
    this.end[section] = NEVER;
    return section;
  }

  unlock(section: number, time: number, row: number): void {
    this.end[section] = time;
    this.row[section] = row;
  }

  endOf(section: number): number {
    return this.end[section]!;
  }

  /** Returns the last of the sections that had begun at this time of their thread; -1 if there is none. */
  lastBegun(sections: readonly number[], time: number): number {
    let low = 0;
    let high = sections.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.begin[sections[middle]!]! <= time) low = middle + 1;
      else high = middle;
    }
    return low === 0 ? NO_SECTION : sections[low - 1]!;
  }
}
