import type { ModelName } from '../models/index.js';
import { RestartSearch } from '../program/restart.js';

/** Facts about the symmetry of a program, as plain JSON. */
export interface SavedSymmetry {
  /** Classes of threads by handle, if they are not 0. */
  readonly classes: readonly (readonly [handle: number, number: number])[];
  readonly refused: readonly ModelName[];
  readonly off: boolean;
}

/**
 * Records which threads are considered alike: those of one class that begin with the same operation. A search that
 * finds a difference records it here and restarts (`RestartSearch`), so classes only become smaller.
 */
export class Symmetry {
  private readonly classes = new Map<number, number>();
  private readonly refused = new Set<ModelName>();
  private off = false;
  private anyPair = false;
  /** Number of times that classes have changed. */
  changes = 0;

  static fromJSON(saved: SavedSymmetry | undefined): Symmetry {
    const symmetry = new Symmetry();
    for (const [handle, number] of saved?.classes ?? []) symmetry.classes.set(handle, number);
    for (const model of saved?.refused ?? []) symmetry.refused.add(model);
    symmetry.off = saved?.off ?? false;
    return symmetry;
  }

  toJSON(): SavedSymmetry {
    return { classes: [...this.classes], refused: [...this.refused], off: this.off };
  }

  /** Whether executions under this model may be omitted. */
  isUsedUnder(model: ModelName): boolean {
    return !this.off && !this.refused.has(model);
  }

  classOf(handle: number): number {
    return this.classes.get(handle) ?? 0;
  }

  /** Records that the thread differs from the others of its class. It may be like those of the next one. */
  separate(handle: number): never {
    this.classes.set(handle, this.classOf(handle) + 1);
    this.changes++;
    throw new RestartSearch('threads are not symmetric');
  }

  /** Records that each of these threads is distinguishable from the others. */
  scatter(handles: readonly number[]): never {
    for (const handle of handles) this.classes.set(handle, -handle);
    this.changes++;
    throw new RestartSearch('threads are not symmetric');
  }

  /** Disables symmetry under this model, because an orbit might have no representative that can be built. */
  refuse(model: ModelName): never {
    this.refused.add(model);
    throw new RestartSearch(`symmetry is not used under ${model}`);
  }

  /** Records that some threads are considered alike. */
  pair(): void {
    this.anyPair = true;
  }

  /** Turns symmetry off, because the caller inspects the threads individually. */
  requireOff(): void {
    if (this.off || !this.anyPair) return;
    this.off = true;
    throw new RestartSearch('symmetry is not used');
  }
}
