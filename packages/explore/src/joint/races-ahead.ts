import type { LocalStates } from '@fencepost/core';
import { DATA_RACE, NO_RACE, raceAt } from './joint-races.js';
import type { JointState } from './joint-state.js';
import { hasTriangularRace, totalStoreBarriers } from './triangular-races.js';

export interface RacesAsked {
  /** Also look for races. Otherwise steps are left out that only a race concerns. */
  readonly races?: boolean;
  /** Also look for triangular races, which a model of total store order needs for executions that SC does not have. */
  readonly triangles?: boolean;
}

/** The races that some joint states are just before, of those explored so far. */
export class RacesAhead {
  /** The worst race of two accesses, as far as asked for. */
  worst = NO_RACE;
  /** Whether some joint state may be just before a triangular race. True if that was not asked for. */
  mayBeTriangular = true;
  /** Whether nothing passes an operation with this code. Undefined if triangular races were not asked for. */
  readonly isBarrier: ((code: number) => boolean) | undefined;

  constructor(
    private readonly states: LocalStates,
    private readonly options: RacesAsked,
  ) {
    if (options.triangles === true) this.isBarrier = totalStoreBarriers();
  }

  begin(): void {
    this.worst = NO_RACE;
    this.mayBeTriangular = this.isBarrier === undefined;
  }

  note(joint: JointState): void {
    const { states, isBarrier } = this;
    // Threads that could see a part of a block are always of interest.
    const isOpen = this.worst !== DATA_RACE || states.program.blocks !== undefined;
    if (this.options.races === true && isOpen) this.worst = Math.max(this.worst, raceAt(states, joint));
    if (!this.mayBeTriangular) this.mayBeTriangular = hasTriangularRace(states, joint, isBarrier!);
  }
}
