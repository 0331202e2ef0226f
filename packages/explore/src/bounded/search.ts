import { grown } from '@fencepost/core';
import type { Configurations } from './configurations.js';
import { BRANCH, CONTINUE, SKIP } from './configurations.js';
import type { Endings } from './endings.js';
import type { ScRun } from './sc-run.js';
import type { ObserverFeed } from './observer-feed.js';

/** No thread is running: at the start, or after the thread of the last step ended or began to wait. */
const NOBODY = -1;

export interface Limits {
  readonly budget: number;
  readonly mostConfigurations: number;
}

/**
 * Depth-first search of the executions with at most `bound` preemptions, one bound after the other (iterative context
 * bounding: Musuvathi and Qadeer, PLDI 2007). A preemption is a step of another thread where the one that took the last
 * step could take the next.
 *
 * Each bound searches from the start and reports only what has exactly that many preemptions, so nothing is reported
 * twice and nothing need be kept for the next bound (the paper's queue of cut branches is as large as the next bound
 * has executions). Only executions with fewer preemptions are repeated: about n^b/b! executions of n steps have b
 * preemptions, so for the small bounds of practical interest this is a small part; a search without reduction up to the
 * last bound, P, pays for it with a factor of about P/2. With reduction, parts below which nothing was cut are not
 * repeated, which makes the factor small in any case.
 *
 * With reduction the search continues from a configuration (an execution so far, up to the order of independent steps)
 * only if it has been reached with as few preemptions as possible. From the same configuration the same steps are
 * possible, so an arrival with more preemptions, or with as many but another running thread, can add only the next step
 * of its running thread: steps of other threads cost a preemption either way. If it has more preemptions, the better
 * arrival reaches that step at the same cost, by a preemption; if it has as many, that step is all that is left to
 * explore. So every bound finds every trace that has an execution within it. Bounds come in order: everything that
 * takes fewer preemptions than the present bound is known, with the right number. If the running thread cannot
 * continue, its identity does not matter.
 *
 * With reduction, fences are no separate steps either, except at the start and at the end of a thread. Under SC they do
 * nothing and wait for nothing, so any execution can have them right after the operation before them: its trace is the
 * same, and it has no more preemptions, as a thread preempted at a fence could continue. (But threads that join wait
 * for a fence at the end of a thread, and a switch from a waiting thread costs nothing; at its start a thread is not
 * preempted.) Without reduction all fences are steps: a monitor that simulates store buffers depends on when a fence
 * happens.
 *
 * Sleep sets and DPOR would lose traces: of equivalent executions they keep the first one they reach, which may have
 * more preemptions than one that they then skip, and be cut by the bound (Coons, Musuvathi and McKinley, OOPSLA 2013,
 * who repair DPOR by exploring more; remembering configurations takes memory but explores less).
 */
export class BoundedSearch {
  /** Reason why the search stopped early. */
  stoppedBy: 'budget' | 'memory' | 'request' | undefined;
  private readonly run: ScRun;
  private readonly endings: Endings;
  private readonly feed: ObserverFeed;
  private readonly configurations: Configurations | undefined;
  private readonly limits: Limits;
  private bound = 0;
  private depth = 0;
  // By depth: the running thread; whether to preempt it; the next other thread to try (-1: the running thread has not
  // been tried either); preemptions so far; 1 if the bound cut a branch below; length of the run's log.
  private running = new Int32Array(64);
  private how = new Int32Array(64);
  private tried = new Int32Array(64);
  private preemptions = new Int32Array(64);
  private open = new Int32Array(64);
  private length = new Int32Array(64);

  constructor(
    run: ScRun,
    endings: Endings,
    feed: ObserverFeed,
    configurations: Configurations | undefined,
    limits: Limits,
  ) {
    this.run = run;
    this.endings = endings;
    this.feed = feed;
    this.configurations = configurations;
    this.limits = limits;
  }

  /** Starts the search for executions with exactly `bound` preemptions. Call it for 0, 1, 2, … in turn. */
  begin(bound: number): void {
    this.bound = bound;
    this.depth = 0;
    this.enter(NOBODY, 0);
  }

  /** Takes this many steps, forward or back. Returns false when the search with this bound is over. */
  advance(steps: number): boolean {
    for (; steps > 0; steps--) {
      const t = this.stoppedBy === undefined ? this.choose() : NOBODY;
      if (t !== NOBODY) this.step(t);
      else if (this.depth === 0) return false;
      else this.leave();
    }
    return true;
  }

  /** Returns whether the bound cut any branch. Call it when the search is over. */
  end(): boolean {
    if (this.open[0] === 0) return false;
    this.configurations?.open(this.run.low, this.run.high, NOBODY);
    return true;
  }

  private step(t: number): void {
    const { depth, run } = this;
    const running = this.running[depth]!;
    run.step(t);
    this.depth++;
    const preemptions = this.preemptions[depth]! + (running !== NOBODY && running !== t ? 1 : 0);
    if (this.enter(run.canRun(t) ? t : NOBODY, preemptions)) return;
    run.undo();
    this.depth--;
  }

  /** Enters the current configuration, unless nothing new can be found from it. */
  private enter(running: number, preemptions: number): boolean {
    const { run, depth, bound, configurations } = this;
    let how = BRANCH;
    if (configurations !== undefined) {
      how = configurations.arrive(run.low, run.high, running, preemptions, bound);
      if (how === SKIP) {
        // It reached a known configuration.
        if (preemptions === bound) this.endings.outcomes.giveUp();
        return false;
      }
      if (configurations.size > this.limits.mostConfigurations) this.stoppedBy = 'memory';
    }
    if (depth === this.running.length) this.grow();
    this.running[depth] = running;
    this.how[depth] = how;
    this.tried[depth] = -1;
    this.preemptions[depth] = preemptions;
    this.open[depth] = 0;
    this.length[depth] = run.log.length;
    this.feed.preemptions = preemptions;
    this.feed.revisited = preemptions < bound;
    this.feed.advance();
    if (running === NOBODY && run.firstThatCanRun(0, NOBODY) === -1) this.endRun(preemptions);
    return true;
  }

  /** The next thread to try: the running one, then the others. */
  private choose(): number {
    const { depth, run } = this;
    const running = this.running[depth]!;
    if (this.tried[depth] === -1) {
      this.tried[depth] = 0;
      if (running !== NOBODY) return running;
    }
    if (running !== NOBODY && this.how[depth] === CONTINUE) return NOBODY;
    if (running !== NOBODY && this.preemptions[depth] === this.bound) {
      if (this.open[depth] === 0 && run.firstThatCanRun(0, running) !== -1) this.open[depth] = 1;
      return NOBODY;
    }
    const t = run.firstThatCanRun(this.tried[depth]!, running);
    this.tried[depth] = t + 1;
    return t;
  }

  private endRun(preemptions: number): void {
    const { endings } = this;
    if (preemptions < this.bound) return;
    // Only this further execution shows that the budget is insufficient.
    if (endings.outcomes.tally.executions >= this.limits.budget) {
      this.stoppedBy = 'budget';
      return;
    }
    this.feed.end();
    endings.add(preemptions);
    this.feed.executions = endings.outcomes.tally.executions;
  }

  private leave(): void {
    const { run } = this;
    if (this.open[this.depth] === 1) {
      this.configurations?.open(run.low, run.high, this.running[this.depth]!);
      this.open[this.depth - 1] = 1;
    }
    this.depth--;
    this.feed.retreat(this.length[this.depth]!);
    run.undo();
    this.endings.tidy();
  }

  private grow(): void {
    for (const field of ['running', 'how', 'tried', 'preemptions', 'open', 'length'] as const) {
      this[field] = grown(this[field], 2 * this.depth);
    }
  }
}
