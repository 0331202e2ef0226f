import type { Limit } from '@fencepost/core';
import type { Notes } from '@fencepost/linear';
import type { SavedRemarks } from '../runtime/remarks.js';
import type { Context } from './context.js';

/** What was noted in a context: bounds that were hit, iterations that were passed over, remarks. */
export interface Noted {
  readonly limits: readonly (readonly [string, Limit])[];
  readonly repeated: readonly (readonly [string, number])[];
  readonly remarks: SavedRemarks;
}

/** What threads note in their context while they run. */
export class ContextNotes implements Notes<Noted> {
  constructor(private readonly context: Context) {}

  during(run: () => void): Noted | undefined {
    const before = this.take();
    let noted: Noted | undefined;
    try {
      run();
    } finally {
      noted = this.take();
      if (before !== undefined) this.again(before);
      if (noted !== undefined) this.again(noted);
    }
    return noted;
  }

  again(noted: Noted): void {
    const { limits, repeated, remarks } = this.context;
    for (const [key, limit] of noted.limits) limits.set(key, limit);
    for (const [what, times] of noted.repeated) repeated.set(what, Math.max(times, repeated.get(what) ?? 0));
    remarks.add(noted.remarks);
  }

  /** Everything that was noted so far, which is then forgotten. */
  private take(): Noted | undefined {
    const { limits, repeated, remarks } = this.context;
    if (limits.size === 0 && repeated.size === 0 && remarks.isEmpty) return undefined;
    const noted = { limits: [...limits], repeated: [...repeated], remarks: remarks.save() };
    this.context.clearNotes();
    return noted;
  }
}
