import type { ModelName } from '../models/index.js';
import { RestartSearch } from '../program/restart.js';

/** What is known of the symmetry of a program, as plain JSON. */
export interface SavedSymmetry {
  /** By handle: the class of a thread, if it is not 0. */
  readonly classes: readonly (readonly [handle: number, number: number])[];
  readonly refused: readonly ModelName[];
  readonly off: boolean;
}

/**
 * Which threads are taken for alike: those of one class that begin with the same operation. A search that finds a
 * difference records it here and restarts (`RestartSearch`), so classes only become smaller.
 */
export class Symmetry {
  private readonly classes = new Map<number, number>();
  private readonly refused = new Set<ModelName>();
  private off = false;
  private anyPair = false;

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

  /** May executions under this model be left out? */
  isUsedUnder(model: ModelName): boolean {
    return !this.off && !this.refused.has(model);
  }

  classOf(handle: number): number {
    return this.classes.get(handle) ?? 0;
  }

  /** The thread differs from the others of its class. It may be like those of the next one. */
  separate(handle: number): never {
    this.classes.set(handle, this.classOf(handle) + 1);
    throw new RestartSearch('threads are not alike');
  }

  /** Each of these threads can be told from the others. */
  scatter(handles: readonly number[]): never {
    for (const handle of handles) this.classes.set(handle, -handle);
    throw new RestartSearch('threads are not alike');
  }

  /** Under this model, an orbit might have no representative that can be built. */
  refuse(model: ModelName): never {
    this.refused.add(model);
    throw new RestartSearch(`symmetry is not used under ${model}`);
  }

  /** Some threads are taken for alike. */
  pair(): void {
    this.anyPair = true;
  }

  /** Somebody looks at the threads one by one. */
  requireOff(): void {
    if (this.off || !this.anyPair) return;
    this.off = true;
    throw new RestartSearch('symmetry is not used');
  }
}
