import type { Failure, LocalStates, ModelName } from '@fencepost/core';
import { REFERENCE_MODEL, Random, failureKey } from '@fencepost/core';
import { BoundedExplorer } from '../bounded/explore-bounded.js';
import type { Accesses } from './accesses.js';
import type { Approach, SequentialRun } from './steering-targets.js';
import { approachesTo } from './steering-targets.js';
import type { Cycle } from './cycles.js';
import { Cycles, isPossible } from './cycles.js';
import { predictCycles } from './predict.js';
import { SequentialWalk } from './random-walk.js';
import { Run } from './run.js';

/** Limits of the systematic search for a failure under SC. */
const SEARCH_PARTS = 50;
const STEPS_PER_PART = 2000;
/** Maximum total number of accesses in the executions kept: about 30 MB. */
const MOST_REMEMBERED = 1_000_000;

/** Maximum number of predicted cycles that are kept and tried. */
export const MOST_CYCLES = 2000;
/**
 * Conflicts from which cycles are predicted: an initial number, about one second of work, and an additional number per
 * executed step.
 */
const FEW_CONFLICTS = 1_000_000;
const CONFLICTS_PER_STEP = 4;

/** Phase I: executions under SC, the cycles they predict, and the failures they have. */
export class SequentialRuns {
  readonly cycles: Cycles;
  runs = 0;
  /** Number of operations in the longest execution. */
  longest = 1;
  /**
   * Labels of loads at a location that their thread had written. Under a relaxed model they may read a pending store.
   */
  readonly forwarded = new Set<number>();
  /** Keys of failures seen under SC. */
  private readonly failures = new Set<string>();
  private searched = false;
  /** The executions that are kept, and the number of their accesses. */
  private readonly remembered: SequentialRun[] = [];
  private accesses = 0;
  /** Steps of all executions, and conflicts used for prediction. They measure the time spent on each. */
  private steps = 0;
  private conflicts = 0;
  private readonly states: LocalStates;
  private readonly length: number;
  private readonly mostSteps: number;
  private readonly run: Run;

  /** `length` is the maximum number of labels of a cycle. */
  constructor(states: LocalStates, model: ModelName, length: number, mostSteps: number) {
    this.cycles = new Cycles(MOST_CYCLES, (cycle) => isPossible(cycle, model, states.labels, this.forwarded));
    this.states = states;
    this.length = length;
    this.mostSteps = mostSteps;
    this.run = new Run(states, REFERENCE_MODEL);
  }

  /** Runs one more execution. */
  add(seed: number): void {
    const { run } = this;
    const { failures } = run.execute(new SequentialWalk(new Random(seed)), this.mostSteps);
    this.runs++;
    this.remember(seed);
    for (const failure of failures) this.note(failure);
    this.longest = Math.max(this.longest, run.length);
    addForwarded(run.accesses, this.forwarded);
    this.steps += run.length;
    // For long executions, prediction takes longer than execution.
    if (this.conflicts > FEW_CONFLICTS + CONFLICTS_PER_STEP * this.steps) return;
    this.conflicts += predictCycles(run.accesses, this.length, this.cycles);
  }

  /** Returns the approaches of these executions to a cycle. */
  approachesTo(cycle: Cycle): readonly Approach[] {
    return approachesTo(cycle, this.remembered);
  }

  private remember(seed: number): void {
    const { accesses, issued } = this.run;
    if (this.accesses + accesses.count > MOST_REMEMBERED) return;
    this.accesses += accesses.count;
    this.remembered.push({ seed, accesses: accesses.copy(), issued: issued.slice(0, accesses.count) });
  }

  /** Records a failure seen in a sequentially consistent execution. */
  note(failure: Failure): void {
    this.failures.add(failureKey(failure));
  }

  /**
   * Whether a failure with this key occurs under SC. Random executions miss some failures. Before it returns false, it
   * once searches executions with few preemptions. (That search may forget local states.)
   */
  has(key: string): boolean {
    if (!this.failures.has(key) && !this.searched) this.search();
    return this.failures.has(key);
  }

  private search(): void {
    this.searched = true;
    const search = new BoundedExplorer(this.states);
    let parts = 0;
    // A part also ends early at a bound.
    while (search.advance(STEPS_PER_PART)) if (++parts === SEARCH_PARTS) search.stop();
    for (const failure of search.result().failures) this.note(failure);
  }
}

function addForwarded({ count, thread, label, location, writes }: Accesses, labels: Set<number>): void {
  const written: Set<number>[] = [];
  for (let i = 0; i < count; i++) {
    const own = (written[thread[i]!] ??= new Set());
    if (writes[i] === 1) own.add(location[i]!);
    else if (own.has(location[i]!)) labels.add(label[i]!);
  }
}
