import type { Program } from '@fencepost/core';
import { isRestart } from '@fencepost/core';
import type { Frontier, Job } from '@fencepost/explore';
import { toTheEnd } from '@fencepost/explore';
import type { SavedRaces } from './data-races.js';
import { DataRaces } from './data-races.js';
import type { Knowledge } from './dispatcher.js';
import type { SavedFindings } from './findings.js';
import { Findings } from './findings.js';
import { FrontierSizes } from './frontier-sizes.js';
import { FIRST_PART, LARGEST_PART, PART_OPERATIONS, sizeOf } from './part.js';
import { ProgramCopy } from './program-copy.js';
import { progressOf } from './search-progress.js';
import type { Found, Questions } from './task.js';
import { doTask } from './task.js';

/** A frontier to explore. Plain JSON. */
export interface FrontierTask extends Questions {
  /** Jobs in depth-first order; null for the whole search. */
  readonly frontier: Frontier | null;
  /** Whether to end with the first execution that fails, in depth-first order. */
  readonly untilFailure: boolean;
}

/** The result of exploring a frontier. Plain JSON. */
export interface FrontierResult {
  readonly findings: SavedFindings;
  readonly races: SavedRaces;
  readonly unordered: string | null;
  /** Whether some execution fails or has a data race. */
  readonly failed: boolean;
  /** The unexplored rest, in depth-first order. */
  readonly rest: Frontier;
  /** The estimated number of executions below each job of the rest. */
  readonly sizes: readonly number[];
  /** Knowledge that other explorers need before the results count; null if none. */
  readonly learned: Knowledge | null;
}

/** Discards all results so far. The search begins again with this knowledge. */
export interface BeginsAgain {
  readonly again: Knowledge;
}

/**
 * Explores frontiers depth first, with its own copy of the program, until time is up. Unlike `TaskExplorer` it may
 * learn about the program, and reports what it learned. The module that counts the results must ensure that no other
 * explorer has learned something different in the meantime.
 */
export class FrontierExplorer {
  private readonly copy: ProgramCopy;
  private readonly sizes = new FrontierSizes();

  constructor(program: Program, maxDepth: number | undefined) {
    this.copy = new ProgramCopy(program, maxDepth);
  }

  begin(knowledge: Knowledge): void {
    this.copy.begin(knowledge);
  }

  /** Explores a frontier. Explores at least one execution. */
  explore(task: FrontierTask, isOver: () => boolean): FrontierResult | BeginsAgain {
    try {
      const run = new FrontierRun(this.copy, task, isOver);
      run.explore();
      // Estimating sizes may also reveal something about the program.
      const sizes = run.sizes(this.sizes);
      return run.result(sizes, this.copy.learned() ?? null);
    } catch (error) {
      if (!isRestart(error)) throw error;
      return { again: this.copy.beginAgain() };
    }
  }
}

class FrontierRun {
  private readonly copy: ProgramCopy;
  private readonly task: FrontierTask;
  private readonly isOver: () => boolean;
  private readonly findings = new Findings();
  private readonly races: DataRaces;
  private unordered: string | null = null;
  private failed = false;
  /** The unexplored rest; null stands for the whole search. */
  private rest: readonly (Job | null)[];

  constructor(copy: ProgramCopy, task: FrontierTask, isOver: () => boolean) {
    this.copy = copy;
    this.task = task;
    this.isOver = isOver;
    this.races = new DataRaces(copy.states, task.model);
    this.rest = task.frontier ?? [null];
  }

  /** Explores in parts, so that executions can be found again quickly. */
  explore(): void {
    const { isOver } = this;
    do {
      const [job, ...others] = this.rest;
      const found = this.doPart(job!, job === null ? FIRST_PART : LARGEST_PART, PART_OPERATIONS, isOver);
      if (this.task.untilFailure && fails(found)) {
        this.findFirst(job!, sizeOf(found), others);
        return;
      }
      this.count(job!, found, others);
    } while (this.rest.length > 0 && !isOver());
  }

  sizes(sizes: FrontierSizes): number[] {
    return sizes.estimate(this.copy.states, this.task.model, this.frontier);
  }

  result(sizes: readonly number[], learned: Knowledge | null): FrontierResult {
    const { findings, races, unordered, failed, frontier: rest } = this;
    return { findings: findings.save(), races: races.save(), unordered, failed, rest, sizes, learned };
  }

  /** The unexplored rest. `null`, which stands for the whole search, has been explored at this point. */
  private get frontier(): Frontier {
    return this.rest as Frontier;
  }

  /** Called if one of `size` executions fails. Counts the executions up to the first that does. */
  private findFirst(from: Job | null, size: number, others: readonly (Job | null)[]): void {
    this.rest = [from, ...others];
    for (let left = size; left > 0;) {
      const [job, ...after] = this.rest;
      const found = this.doPart(job!, Math.max(1, left >> 1), Infinity, () => false);
      if (left > 1 && fails(found)) {
        left = sizeOf(found);
        if (left > 1) continue;
      }
      this.count(job!, found, after);
      if (fails(found)) return;
      left -= sizeOf(found);
    }
  }

  private doPart(job: Job | null, size: number, operations: number, isOver: () => boolean): Found {
    const { model, all, races, unordered } = this.task;
    const task = { model, all, races, unordered, frontier: job && [job], size, operations };
    return toTheEnd(doTask(this.copy.states, task, isOver, progressOf(model)));
  }

  private count(job: Job | null, found: Found, others: readonly (Job | null)[]): void {
    this.findings.add({ job, size: sizeOf(found) }, found);
    this.races.merge(found.races);
    this.unordered ??= found.unordered;
    this.failed ||= fails(found);
    this.rest = [...found.rest, ...others];
  }
}

function fails({ failures, races }: Found): boolean {
  return failures.length > 0 || races.length > 0;
}
