import type { Operation } from '@fencepost/core';
import { FencepostError } from '@fencepost/core';
import { SHADOW } from '../world/context/context.js';
import { unsupported } from '../world/running/unsupported.js';
import type { Noting, Run } from '../world/running/current.js';

/**
 * After this many choices, a run takes the first of each: an interval could fire without end. Results may then be
 * missing in the specification, so that a failure is reported that is none (which a note says), but no failure is missed.
 */
const MOST_CHOICES = 12;
/** More iterations of loops in one run count as endless. */
const MOST_ITERATIONS = 1_000_000;

const HINT = 'give a model that computes the results of calls';

/** A run of one caller. It makes given choices, and then the first of each. Nothing else runs. */
export class ChoosingRun implements Run {
  readonly thread = 0;
  readonly readsOnePlace = false;
  readonly mutations: Noting = { note: () => undefined };
  operations = 0;
  readonly readings = 0;
  readonly hasLooped = false;
  /** Whether it could have made more choices. */
  isCut = false;
  private readonly made: boolean[] = [];
  private iterations = 0;
  private children = 0;

  /** `open` gets the choices of each run that differs first in the last of them. */
  constructor(
    private readonly given: readonly boolean[],
    private readonly open: (readonly boolean[])[],
  ) {}

  perform({ address }: Operation, guess: number): number {
    this.operations++;
    if (address >= SHADOW) return guess;
    throw unsupported('an operation that tasks call uses shared memory', HINT);
  }

  toss(): boolean {
    const { made, given, open } = this;
    if (made.length >= MOST_CHOICES) {
      this.isCut = true;
      return false;
    }
    const choice = given[made.length] ?? false;
    if (made.length >= given.length) open.push([...made, true]);
    made.push(choice);
    return choice;
  }

  abandon(): void {
    throw new Error('runs of one caller are not reduced');
  }

  head(): void {
    if (this.iterations++ < MOST_ITERATIONS) return;
    throw new FencepostError('TOO_LARGE', 'a loop in calls of one caller may go on without end', { hint: HINT });
  }

  spin(): void {
    throw unsupported('an operation that tasks call waits for shared memory', HINT);
  }

  caught(): void {
    // Nothing suspends it.
  }

  nextChild(): number {
    return ++this.children;
  }
}
