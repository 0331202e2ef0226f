import { grown } from '../shared/grown.js';
import type { Configurations } from './configurations.js';
import { BRANCH, CONTINUE, SKIP } from './configurations.js';
import type { Endings } from './endings.js';
import type { ScRun } from './sc-run.js';
import type { ObserverFeed } from './observer-feed.js';

/** Nobody is running: at the beginning, or where the thread that took the last step has ended or waits. */
const NOBODY = -1;

export interface Limits {
  readonly budget: number;
  readonly mostConfigurations: number;
}

/**
 * Depth-first search of the executions with at most so many preemptions, one bound after the other (iterative context
 * bounding: Musuvathi and Qadeer, PLDI 2007). A preemption is a step of another thread where the one that took the last
 * step could take the next.
 *
 * Each bound searches from the beginning and reports only what has exactly that many preemptions, so nothing is reported
 * twice and nothing need be kept for the next bound (the paper's queue of cut branches is as large as the next bound has
 * executions). What is walked again is what has fewer: of n steps some n^b/b! executions have b preemptions, so for the
 * small bounds this is made for it is a small part; a search without reduction up to the last bound, P, pays for it
 * with a factor of about P/2. With reduction, parts below which nothing was cut are not walked again, which makes the
 * factor small in any case.
 *
 * With reduction the search goes on from a configuration (what happened so far, but for the order of what is independent)
 * only if it has been reached with as few preemptions as possible. From the same configuration the same steps are possible,
 * so all that an arrival with more preemptions, or with as many but another thread running, can have to itself is the
 * next step of its running thread: others cost a preemption here as there. If it has more preemptions, that step can be
 * had as cheaply from the better arrival, by a preemption; if it has as many, that step is all there is to explore. So
 * every bound finds every trace that has an execution within it. Bounds come in order: whatever takes fewer preemptions
 * than the present bound is known, with the right number. If the running thread cannot go on, it does not matter which
 * it is.
 *
 * Nor are fences steps of their own then, except at the beginning and at the end of a thread. Under SC they do nothing and
 * wait for nothing, so any execution can have them right after the operation before them: its trace is the same, and
 * preemptions do not become more, as a thread that is stopped at a fence could go on. (But a fence at the end of a thread
 * keeps those waiting who join it, and from those a switch costs nothing; before the beginning nobody is stopped.)
 * Without reduction all fences are steps: a monitor that simulates store buffers goes by when a fence happens.
 *
 * Sleep sets and DPOR would lose traces: of equivalent executions they keep the one they meet first, which may have more
 * preemptions than one that they then skip, and be cut by the bound (Coons, Musuvathi and McKinley, OOPSLA 2013, who
 * repair DPOR by exploring more; to remember configurations takes memory but explores less).
 */
export class BoundedSearch {
  /** What stopped the search before its end. */
  stoppedBy: 'budget' | 'memory' | 'request' | undefined;
  private readonly run: ScRun;
  private readonly endings: Endings;
  private readonly feed: ObserverFeed;
  private readonly configurations: Configurations | undefined;
  private readonly limits: Limits;
  private bound = 0;
  private depth = 0;
  // By depth: the thread that is running; whether to preempt it; how far the others have been tried (-1: not even the
  // running one); preemptions so far; 1 if the bound cut something below; length of the run's log.
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

  /** Begins to search what has exactly `bound` preemptions; to be called for 0, 1, 2, …. */
  begin(bound: number): void {
    this.bound = bound;
    this.depth = 0;
    this.enter(NOBODY, 0);
  }

  /** Takes so many steps, forward or back; false: the search with this bound is over. */
  advance(steps: number): boolean {
    for (; steps > 0; steps--) {
      const t = this.stoppedBy === undefined ? this.choose() : NOBODY;
      if (t !== NOBODY) this.step(t);
      else if (this.depth === 0) return false;
      else this.leave();
    }
    return true;
  }

  /** To be called when it is over: did the bound cut anything? */
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

  /** Begins with the present configuration, unless there is nothing new to find from here. */
  private enter(running: number, preemptions: number): boolean {
    const { run, depth, bound, configurations } = this;
    let how = BRANCH;
    if (configurations !== undefined) {
      how = configurations.arrive(run.low, run.high, running, preemptions, bound);
      if (how === SKIP) {
        // It comes to a configuration that is known.
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

  /** Who goes next: the running thread, then the others. */
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
    // Only now is it clear that the budget is not enough.
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
