import type { ClockRows } from '../monitor/clock-rows.js';
import type { CriticalSections, Mutex } from './critical-sections.js';

/**
 * The smallest set of events that a reordering needs before given events, as the number of events of each thread (times
 * of `TraceOrder`). It is closed under what events need, and of two critical sections of a mutex in it, the earlier one
 * is complete. The execution without all other events is then an execution that keeps the order of critical sections,
 * and the smallest such (Mathur, Pavlogiannis and Viswanathan, POPL 2021, section 4).
 */
export class Ideal {
  private times = new Int32Array(0);
  private readonly rows: ClockRows;
  private readonly sections: CriticalSections;

  constructor(rows: ClockRows, sections: CriticalSections) {
    this.rows = rows;
    this.sections = sections;
  }

  /** Empties the set. */
  begin(width: number): void {
    if (this.times.length === width) this.times.fill(0);
    else this.times = new Int32Array(width);
  }

  /** Adds the events of a thread before this time, and what they need. */
  add(thread: number, time: number, row: number): void {
    const { times, rows } = this;
    for (let u = 0; u < times.length; u++) {
      const known = rows.get(row, u);
      if (times[u]! < known) times[u] = known;
    }
    if (times[thread]! < time) times[thread] = time;
  }

  /** Returns whether the set has the event of the thread at this time. */
  has(thread: number, time: number): boolean {
    return this.times[thread]! > time;
  }

  /** Completes critical sections until nothing changes. */
  close(): void {
    const { shared } = this.sections;
    for (let changed = true; changed;) {
      changed = false;
      for (let i = 0; i < shared.length; i++) if (this.closeMutex(shared[i]!)) changed = true;
    }
  }

  /** Returns the number of events of each thread. */
  cut(): number[] {
    return [...this.times];
  }

  private closeMutex({ sections }: Mutex): boolean {
    let latest = -1;
    for (const [thread, own] of sections) {
      latest = Math.max(latest, this.sections.lastBegun(own, this.times[thread]!));
    }
    let changed = false;
    for (const [thread, own] of sections) {
      const last = this.sections.lastBegun(own, this.times[thread]!);
      if (last < 0 || last === latest) continue;
      const end = this.sections.endOf(last);
      if (end <= this.times[thread]!) continue;
      this.add(thread, end, this.sections.row[last]!);
      changed = true;
    }
    return changed;
  }
}
