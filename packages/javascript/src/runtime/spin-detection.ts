import type { Operation, Site } from '@fencepost/core';
import { LOAD, cut, formatSite, sameOperation, stuck } from '@fencepost/core';
import { isIdle } from '../synchronisation/inbox.js';
import { endIfTerminated } from '../synchronisation/termination.js';
import type { Context } from '../world/context/context.js';
import type { SavedTime } from '../world/time/timer-queue.js';
import { PAUSE, clockPlace } from '../world/context/time-threads.js';
import type { CounterValue, EnteredLoop } from '../world/running/current.js';
import { effects as effectsOfAll } from '../world/time/effects.js';
import type { CountedRound } from './counters.js';
import { countedRound } from './counters.js';
import type { Mark } from './mutations.js';
import type { Progress } from './progress.js';
import type { Step } from './steps.js';
import { onlyReads, trailOf } from './steps.js';
import { leavesNoTrace, readsOf } from './traces.js';
import type { Held } from './carried.js';
import { heldBy, sameHeld } from './carried.js';

/** Maximum number of consecutive iterations without a visible operation. */
const MOST_SILENT = 10_000_000;
/**
 * Number of times that a loop that seems to change nothing is repeated with the same values before it counts as
 * waiting: it may have invisible counters, deep in objects.
 */
const ROUNDS = 200;
/** After this many tests of an iteration, it is repeated fewer times when other histories lead to it. */
const TESTS = 4;
const FEWER_ROUNDS = 20;
/** Shorter counted loops are explored iteration by iteration. */
const LEAST_PASSED = 8;
/** Counter values of an iteration that could be repeated forever. */
const ENDLESS: CountedRound = { steps: [], left: Infinity };

interface Visit {
  readonly operations: number;
  readonly changes: number;
  readonly effects: number;
  readonly tasks: number;
  /** Number of pending timers and similar tasks. */
  readonly pending: number;
  /** Iterations with visible operations since the loop was entered. */
  readonly iterations: number;
  silent: number;
  readonly held: readonly Held[];
  readonly counters: readonly CounterValue[];
  readonly mark: Mark;
  /** Number of new objects that the last iteration has changed. */
  readonly first: number;
  /** State of the clock, as read by the thread, when it entered the loop. */
  readonly clock: number;
}

/** The steps of a loop from one visit of its head to the next. */
interface Round {
  readonly first: number;
  readonly length: number;
  /** Whether the iteration has changed memory, though without a trace. */
  readonly changed: boolean;
  /** Whether the thread is idle, so that it may wait forever: only timers and messages drive it. */
  readonly isIdle: boolean;
  /** Effect of the iteration on counters. */
  readonly counted: CountedRound;
  /** Whether time has passed since the loop was entered. */
  readonly hasPassed: boolean;
}

/** Test of a loop, which is repeated with the values it has read. */
interface Probe {
  readonly loop: number;
  readonly entered: EnteredLoop | number;
  readonly round: Round;
  readonly name: string;
  readonly effects: number;
  readonly pending: number;
  held: readonly Held[];
  /** Objects held by variables in earlier iterations. */
  readonly known: Set<object>;
  readonly first: number;
  /** Operations and results of the iteration, without the history that led to it. */
  readonly content: string;
  counters: readonly CounterValue[];
  mark: Mark;
  /**
   * State of time at the head, restored for each repetition: an iteration after which more time has passed does the
   * same.
   */
  readonly time: SavedTime;
  at: number;
  /** Number of repetitions left. */
  rounds: number;
  silent: number;
}

/**
 * The loops of one run. A thread that returns to the head of a loop with the same relevant variables, having changed
 * nothing in between (see `Mutations`), would do the same again as long as it reads the same values: it waits for a
 * change instead. As not all state of JavaScript can be observed, the loop is tested (`Probe`); the run is discarded
 * anyway. All other loops are followed up to a bound.
 */
export class Loops {
  private readonly context: Context;
  private readonly progress: Progress;
  /** By entered loop, or by site if the loop is never entered explicitly. */
  private readonly visits = new Map<EnteredLoop | number, Visit>();
  /** Number of visible operations at the last visit of a loop head. */
  private lastHead = -1;
  private probe: Probe | undefined;
  private hinted = false;
  private readonly mayWait: (operations: number) => boolean;

  /**
   * `mayWait`: returns whether a loop at its head after this many operations may wait. False if a probe has failed
   * there.
   */
  constructor(context: Context, progress: Progress, mayWait: (operations: number) => boolean) {
    this.context = context;
    this.progress = progress;
    this.mayWait = mayWait;
  }

  /** Whether the next visible operation is the first since the head of a loop. */
  get atHead(): boolean {
    return this.lastHead === this.progress.operations;
  }

  /** Whether the head of a loop was reached. */
  get hasVisited(): boolean {
    return this.visits.size > 0;
  }

  /** Records the author's promise that another iteration is useless without a change by another thread. */
  hint(): void {
    this.hinted = true;
  }

  head(loop: number, carried: readonly unknown[], entered: EnteredLoop | number = loop): void {
    if (this.probe !== undefined) {
      this.probeHead(this.probe, entered, carried);
      return;
    }
    const { operations } = this.progress;
    const visit = this.visits.get(entered);
    if (visit === undefined) {
      const { clock } = this.progress;
      this.visits.set(entered, { ...this.seen(heldBy(carried), countersOf(entered), 0), iterations: 0, clock });
    } else if (visit.operations === operations) {
      if (++visit.silent > MOST_SILENT) {
        this.stop(
          loop,
          `${MOST_SILENT} iterations in a row without a visible operation`,
          'use fewer iterations in the check',
        );
      }
    } else this.again(visit, loop, entered, heldBy(carried));
    this.lastHead = operations;
  }

  private again(visit: Visit, loop: number, entered: EnteredLoop | number, held: readonly Held[]): void {
    const { effects, pending, mutations } = this.progress;
    const { lasting, first } = mutations.changesSince(visit.mark);
    const isSteady = !lasting && (first === 0 || first === visit.first);
    const known = new Set<object>();
    const isSame = isSteady && sameHeld(visit.held, held, known);
    const round = this.idleRound(visit, countersOf(entered), isSame);
    if (round !== undefined) {
      const isEndless = round.counted.left === Infinity;
      const name = isEndless ? this.nameOf(round, loop) : `${this.historyOf(round, loop)} again`;
      if (isEndless && (this.hinted || this.context.idleRounds.has(name))) this.wait(round, loop);
      if (!isEndless && this.context.idleRounds.has(name)) this.passOver(round, loop, entered);
      else if (isEndless || this.mayWait(this.progress.operations)) {
        const content = this.contentOf(round, loop);
        const tests = (this.context.testedRounds.get(content) ?? 0) < TESTS ? ROUNDS : FEWER_ROUNDS;
        this.probe = {
          ...{ loop, entered, round, name, effects, pending, held, known, first, content },
          ...{ counters: countersOf(entered), mark: mutations.mark(), at: 0, silent: 0 },
          time: this.progress.saveTime(),
          rounds: Math.min(tests, round.counted.left),
        };
        effectsOfAll.watched = true;
        return;
      }
    }
    this.hinted = false;
    const most = this.mostIterations(entered);
    const iterations = visit.iterations + 1;
    if (iterations >= most) this.stop(loop, `${most} iterations`, this.adviceFor(visit));
    const { clock } = visit;
    this.visits.set(entered, { ...this.seen(held, countersOf(entered), first), iterations, clock });
  }

  private mostIterations(entered: EnteredLoop | number): number {
    const { unroll, counted } = this.context.bounds;
    return typeof entered !== 'number' && entered.counted ? counted : unroll;
  }

  private adviceFor({ changes }: Visit): string {
    const onlyReads = changes === this.progress.changes;
    return onlyReads ? 'raise --unroll; if it only waits, call spin() in it' : 'raise --unroll';
  }

  /**
   * Passes over the iterations with the same results, up to the last one before a counter might compare differently. No
   * other thread can observe their number (docs/internals/decisions/0028).
   */
  private passOver({ counted }: Round, loop: number, entered: EnteredLoop | number): void {
    if (typeof entered === 'number') return;
    const { steps, left } = counted;
    entered.passed = steps.map((step) => left * step);
    entered.counters.forEach(({ value, limits }, i) => {
      entered.counters[i] = { value: (value as number) + entered.passed[i]!, limits };
    });
    const site = this.siteOf(loop);
    this.context.noteRepeated(site === undefined ? 'a loop' : `the loop at ${formatSite(site)}`, left + 1);
  }

  private seen(
    held: readonly Held[],
    counters: readonly CounterValue[],
    first: number,
  ): Omit<Visit, 'iterations' | 'clock'> {
    const { operations, changes, effects, tasks, pending, mutations } = this.progress;
    return { operations, changes, effects, tasks, pending, held, counters, first, mark: mutations.mark(), silent: 0 };
  }

  /** Returns the last iteration of a loop if it seems to make no progress other than counting. */
  private idleRound(visit: Visit, counters: readonly CounterValue[], isSteady: boolean): Round | undefined {
    const { operations, changes, effects, tasks, pending, atFrontier, steps, thread } = this.progress;
    const changed = changes !== visit.changes;
    const first = visit.operations;
    const counted = countedRound(visit.counters, counters);
    const isSame = isSteady && counted !== undefined && effects === visit.effects && pending === visit.pending;
    if (isSame && counted.left < Infinity && !this.hinted) {
      if (counted.left < LEAST_PASSED || changed || tasks !== visit.tasks || this.canBeTerminated) return undefined;
      if (!isRepeatable(steps.slice(first, operations))) return undefined;
      return { first, length: operations - first, changed, isIdle: false, counted, hasPassed: true };
    }
    // If the thread had waited here without reading again, the next step would not be known from an earlier run.
    if (!atFrontier && !changed && !this.canBeTerminated) return undefined;
    if (!(isSame && this.mayWait(operations)) && !this.hinted) return undefined;
    // A toss chose the less natural alternative: the next iteration may choose the other.
    if (steps.slice(first, operations).some(({ operation, result }) => result === 1 && this.isToss(operation)))
      return undefined;
    if (changed && !leavesNoTrace(this.context, thread, steps.slice(first, operations))) return undefined;
    const isIdleNow = tasks !== visit.tasks && isIdle();
    return {
      first,
      length: operations - first,
      changed,
      isIdle: isIdleNow,
      counted: ENDLESS,
      hasPassed: pausesOf(visit.clock) < pausesOf(this.progress.clock),
    };
  }

  /**
   * Waits until the thread would read another value. After an iteration that changed memory, the search cannot tell
   * whether the thread has to wait: there is always a newer value than the one found before. So the thread reads again.
   * If it finds a new value, the run is cut: arriving later would have had the same effect, and is another execution.
   */
  private wait({ first, length, changed, isIdle: idle, hasPassed }: Round, loop: number): never {
    const site = this.siteOf(loop);
    const clock = this.clockRead(first, length);
    if (clock !== undefined && pausesOf(this.progress.clock) >= this.context.time.pauses) {
      const where = clock.site === undefined ? '' : formatSite(clock.site);
      if (hasPassed) this.context.time.passed.add(where);
      else {
        this.context.time.waitAgain(where, this.progress.waited);
        this.progress.end(cut(site, false));
      }
    }
    const looksOut = this.canBeTerminated;
    const reads = changed ? readsOf(this.progress.steps.slice(first, first + length)) : [];
    const until = reads.length === 1 && !looksOut ? 'progress' : '';
    for (const step of reads) {
      if (this.progress.lookAgain(step, until) !== step.result) this.progress.end(cut(site, false));
    }
    if (looksOut) endIfTerminated();
    return this.progress.end(stuck((changed ? reads.length : length) + (looksOut ? 1 : 0), site, idle));
  }

  private clockRead(first: number, length: number): Operation | undefined {
    if (this.context.time.pauses === 0) return undefined;
    const place = clockPlace(this.context);
    const steps = this.progress.steps.slice(first, first + length);
    return steps.find(({ operation }) => operation.address === place)?.operation;
  }

  /** Returns a name for an iteration after which the thread reads again. It recurs in every run, and is tested once. */
  private nameOf(round: Round, loop: number): string {
    return round.changed || this.canBeTerminated ? this.historyOf(round, loop) : '';
  }

  /** Returns a text for all steps up to the end of an iteration. */
  private historyOf({ first, length }: Round, loop: number): string {
    return this.textOf(0, first + length, `${loop} ${length}`);
  }

  private contentOf({ first, length }: Round, loop: number): string {
    return this.textOf(first, first + length, String(loop));
  }

  private textOf(start: number, end: number, what: string): string {
    const steps = this.progress.steps.slice(start, end);
    return `${this.progress.name} ${what} ${trailOf(steps)} ${steps.map(({ result }) => result).join(' ')}`;
  }

  private get canBeTerminated(): boolean {
    return this.context.terminated.has(this.progress.thread);
  }

  /** Returns the result of the next operation while a loop is tested. */
  probed(operation: Operation): number | undefined {
    const { probe } = this;
    if (probe === undefined) return undefined;
    const { first, length } = probe.round;
    const step = probe.at < length ? this.progress.steps[first + probe.at] : undefined;
    if (step === undefined || !this.isSameStep(step.operation, operation)) return this.progress.repeat();
    probe.at++;
    return step.result;
  }

  /** Compares operations; tosses match each other, as each uses another address. */
  private isSameStep(before: Operation, now: Operation): boolean {
    return sameOperation(before, now) || (this.isToss(before) && this.isToss(now));
  }

  private isToss({ kind, address }: Operation): boolean {
    return kind === LOAD && this.context.isOfTime(address) && address !== clockPlace(this.context);
  }

  /** Whether a loop is being tested. Then any end of the run shows that the loop does not wait. */
  get isProbing(): boolean {
    return this.probe !== undefined;
  }

  private probeHead(probe: Probe, entered: EnteredLoop | number, carried: readonly unknown[]): void {
    if (++probe.silent > MOST_SILENT) this.progress.repeat();
    if (entered !== probe.entered) return;
    const { mutations, effects, pending } = this.progress;
    const { lasting, first } = mutations.changesSince(probe.mark);
    const counters = countersOf(entered);
    const held = heldBy(carried);
    const same =
      !lasting &&
      first === probe.first &&
      effects === probe.effects &&
      pending === probe.pending &&
      sameHeld(probe.held, held, probe.known);
    if (probe.at !== probe.round.length || !same || !this.countsOn(probe, counters)) this.progress.repeat();
    Object.assign(probe, { mark: mutations.mark(), held, counters, at: 0 });
    this.progress.rewindTime(probe.time);
    if (--probe.rounds > 0) return;
    this.probe = undefined;
    if (probe.name !== '') this.context.idleRounds.add(probe.name);
    // The test has succeeded: run again and pass over the iterations.
    if (probe.round.counted.left < Infinity) this.progress.repeat();
    const { testedRounds } = this.context;
    testedRounds.set(probe.content, (testedRounds.get(probe.content) ?? 0) + 1);
    this.wait(probe.round, probe.loop);
  }

  private countsOn({ round, counters }: Probe, now: readonly CounterValue[]): boolean {
    const counted = countedRound(counters, now);
    if (counted === undefined) return false;
    return round.counted === ENDLESS || counted.steps.every((step, i) => step === round.counted.steps[i]);
  }

  /** Cuts the loop off. */
  private stop(loop: number, bound: string, advice: string): never {
    const site = this.siteOf(loop);
    this.context.limit(site === undefined ? 'a loop' : `the loop at ${formatSite(site)}`, bound, advice);
    return this.progress.end(cut(site, false));
  }

  private siteOf(loop: number): Site | undefined {
    return this.context.siteOf(loop);
  }
}

/** Returns the number of long pauses in a state of the clock. */
function pausesOf(word: number): number {
  return Math.floor(word / PAUSE);
}

function countersOf(entered: EnteredLoop | number): readonly CounterValue[] {
  return typeof entered === 'number' ? [] : [...entered.counters];
}

/**
 * Returns whether the iteration, which changed nothing, can be repeated at once any number of times, whatever other
 * threads do. It can if at most one of its operations reads: then all of its results hold at one moment.
 */
function isRepeatable(round: readonly Step[]): boolean {
  return round.length < 2 && round.every(({ operation }) => onlyReads(operation));
}
