import type { Failure, LocalStates, Schedule, Step } from '@fencepost/core';
import { CUT, EXIT, FAIL, SPAWN, STORE, STUCK, failureKey, grown } from '@fencepost/core';
import type { Ending, FinishedRun } from '../results/ending.js';
import { endingOf } from '../results/ending.js';
import { failuresOfRun } from '../results/failures.js';
import { AccessFacts } from './access-facts.js';
import { DATA_RACE, LIKELY_RACE, NO_RACE } from './joint-races.js';
import { JointState, NOBODY } from './joint-state.js';
import type { RacesAsked } from './races-ahead.js';
import { RacesAhead } from './races-ahead.js';
import { ReachesEnd } from './reaches-end.js';
import { scoutAccesses } from './scout-accesses.js';
import { getsStuckAgain } from './stuck-again.js';

/** After this many steps of single threads, every thread is tried: one of them may never end. */
const MOST_ALONE = 1000;

/** So many steps count as a joint state. */
const STEPS_PER_STATE = 16;

export interface JointOptions extends RacesAsked {
  /** Whether to end with this failure. The default is every failure. */
  readonly isEnough?: (failure: Failure) => boolean;
  /** Newest joint states first: finds a deep failure sooner, but not the shortest execution. */
  readonly depthFirst?: boolean;
  /** Determines the order in which threads are tried. */
  readonly seed?: number;
  /** Called when a program may end, once for each joint state. */
  readonly onEnd?: (run: FinishedRun, ending: Ending) => void;
}

/** A failure, and an execution that shows it. */
export interface JointFailure {
  readonly failure: Failure;
  readonly schedule: Schedule;
}

/**
 * Explores the joint states of a program under SC: the local states of all threads, and memory. Executions that lead to the
 * same joint state have the same future, so there can be far fewer joint states than executions. Decides whether something
 * fails, but neither counts executions nor finds all of them (docs/internals/decisions/0062).
 *
 * Steps that are independent of all steps of other threads are taken at once (a persistent set of one thread): accesses
 * to locations that no other thread accesses or that none writes, stores that no thread reads, starts, joins, and all
 * steps in an atomic section. Which accesses these are is assumed and then checked (AccessFacts).
 *
 * Local states must not be forgotten during the search.
 */
export class JointSearch {
  /** The first execution that was found for each failure. */
  readonly failures: JointFailure[] = [];
  /** Number of joint states in which the program may end. */
  ends = 0;
  /** Whether a thread was cut off, other than by an assumption. */
  anyCut = false;
  private readonly races: RacesAhead;
  private readonly known = new Set<string>();
  private isOver = false;
  private facts: AccessFacts;
  private joint!: JointState;
  private reaching!: ReachesEnd;
  private next = 0;
  /** Joint states to explore, if the newest are first. */
  private open: number[] = [];
  /** By joint state: the one before it, and 2 * the thread that made the step, plus 1 if it read a bit that is set. */
  private before = new Int32Array(1 << 10);
  private by = new Int32Array(1 << 10);
  /** By joint state: whether every thread is tried. */
  private isFull = new Uint8Array(1 << 10);
  /** Number of joint states of searches that were begun again. */
  private abandoned = 0;
  /** Number of steps so far. */
  allSteps = 0;
  /** Steps since the last joint state. */
  private steps = 0;
  private hasEnded = false;
  /** If an execution is repeated: its steps. */
  private trace: Step[] | undefined;

  constructor(
    private readonly states: LocalStates,
    private readonly options: JointOptions = {},
  ) {
    this.races = new RacesAhead(states, options);
    this.facts = scoutAccesses(states, options.races === true);
    this.begin((this.facts = this.factsFor(this.isAllRead())));
  }

  get failure(): JointFailure | undefined {
    return this.failures[0];
  }

  /** Whether some execution has a data race. */
  get anyRace(): boolean {
    return this.races.worst === DATA_RACE;
  }

  /** Whether some execution may have a data race. */
  get mayRace(): boolean {
    return this.races.worst >= LIKELY_RACE || this.anySection;
  }

  /** Whether conflicting accesses are ordered, or seq_cst, or locks: then every model that has locks has SC executions only. */
  get isOrdered(): boolean {
    return this.races.worst === NO_RACE && !this.anySection;
  }

  /** Whether every model of total store order has SC executions only. */
  get isTriangleFree(): boolean {
    return !this.races.mayBeTriangular && !this.anySection;
  }

  /** Whether there are atomic sections: then not all races are found. */
  get anySection(): boolean {
    return this.joint.anySection;
  }

  /** Number of joint states found. */
  get count(): number {
    return this.joint.rows.count;
  }

  private get effort(): number {
    return this.abandoned + this.count + this.states.size + this.allSteps / STEPS_PER_STATE;
  }

  /** Whether every joint state was explored. */
  get isComplete(): boolean {
    return !this.isOver && (this.options.depthFirst === true ? this.open.length === 0 : this.next >= this.count);
  }

  /** Whether threads can go on for ever. Call it when the search is complete. */
  get isEndless(): boolean {
    return this.reaching.anyCycle(this.count);
  }

  /**
   * Whether an end can be reached wherever the program has got to. Otherwise threads may go on for ever although they are
   * scheduled fairly. Call it when the search is complete.
   */
  get alwaysEnds(): boolean {
    const { joint, states } = this;
    return this.reaching.all(this.count, (number) => {
      joint.rows.take(number);
      return states.threads.names.some((_, t) => leavesOut(states.kind[joint.local(t)]!));
    });
  }

  /**
   * Explores joint states, one at each call. Returns false if there is nothing left to do within `most` of them. New
   * local states and many steps count, too.
   */
  advance(most: number): boolean {
    if (this.isOver || this.isComplete || this.effort >= most) return false;
    this.expand(this.options.depthFirst === true ? this.open.pop()! : ++this.next);
    const allRead = this.isAllRead();
    if (allRead !== this.facts.allRead) this.facts = this.factsFor(allRead);
    else if (!this.facts.haveChanged) return true;
    this.abandoned += this.count;
    this.begin(this.facts);
    return true;
  }

  /** Memory may be read at the end, which the program may find out only during the search. */
  private isAllRead(): boolean {
    const { after, faults } = this.states.program;
    return after !== undefined || faults !== undefined;
  }

  private factsFor(allRead: boolean): AccessFacts {
    return new AccessFacts(this.states, allRead, this.options.races === true, this.facts);
  }

  private begin(facts: AccessFacts): void {
    do {
      facts.begin();
      this.joint = new JointState(this.states, facts, this.races.isBarrier);
      for (let t = 0; t < this.states.threads.count; t++) this.note(t);
    } while (facts.haveChanged);
    this.reaching = new ReachesEnd((number) => this.before[number]!);
    this.ends = 0;
    this.races.begin();
    this.next = 0;
    this.open = [1];
  }

  private isInterrupted(): boolean {
    return this.isOver || this.facts.haveChanged;
  }

  private expand(number: number): void {
    const { joint, states } = this;
    const { seed = 0 } = this.options;
    joint.rows.take(number);
    const only = this.isFull[number] === 1 ? NOBODY : joint.alone();
    if (only === NOBODY) this.races.note(joint);
    // Threads that are discovered here cannot run yet.
    const { count } = states.threads;
    let isEnd = true;
    for (let choice = 0; choice < 2 * count; choice++) {
      const t = ((choice >> 1) + seed) % count;
      const sets = (choice & 1) !== (seed & 1);
      if (only !== NOBODY && t !== only) continue;
      joint.rows.take(number);
      if (!joint.canRun(t) || (sets && !joint.chooses(t))) continue;
      isEnd = false;
      this.follow(number, t, sets);
      if (this.isInterrupted()) return;
    }
    if (isEnd) this.end(number);
  }

  /** Explores a step, and the steps after it that have no alternative. */
  private follow(from: number, t: number, sets: boolean): void {
    const { joint, reaching } = this;
    this.run(from, t, sets, MOST_ALONE);
    // A section that does not end has not happened.
    if (this.isInterrupted()) return;
    if (joint.isSectionCut) reaching.addEnd(from);
    else {
      const number = this.arrive(from, 2 * t + (sets ? 1 : 0));
      if (this.hasEnded) reaching.addEnd(number);
    }
  }

  /** Adds the joint state at hand, and returns its number. */
  private arrive(from: number, by: number): number {
    const { joint, options } = this;
    const known = this.count;
    const number = joint.rows.intern();
    if (number <= known) {
      this.reaching.addEdge(from, number);
      return number;
    }
    if (number >= this.before.length) {
      this.before = grown(this.before, 2 * number);
      this.by = grown(this.by, 2 * number);
      const isFull = new Uint8Array(2 * number);
      isFull.set(this.isFull);
      this.isFull = isFull;
    }
    this.before[number] = from;
    this.by[number] = by;
    this.isFull[number] = this.steps >= MOST_ALONE && joint.holder() === NOBODY ? 1 : 0;
    if (options.depthFirst === true) this.open.push(number);
    return number;
  }

  /** Runs thread t, and then threads that have no alternative, up to this many steps. */
  private run(from: number, t: number, sets: boolean, most: number): void {
    const { joint } = this;
    this.steps = 0;
    this.hasEnded = false;
    this.step(from, t, sets, t, sets);
    while (this.steps < most && !this.isInterrupted()) {
      const only = joint.alone();
      if (only === NOBODY || joint.chooses(only)) return;
      this.step(from, only, false, t, sets);
    }
  }

  /** Takes a step of thread t, after that of thread `first`. */
  private step(from: number, t: number, sets: boolean, first: number, firstSets: boolean): void {
    const { joint, states } = this;
    const state = joint.local(t);
    if (this.trace !== undefined) {
      if (sets) this.trace.push(stepOf(states, joint.choosers.get(states.location[state]!)!));
      this.trace.push(stepOf(states, t));
    }
    const kind = states.kind[joint.step(t, sets)]!;
    this.steps++;
    this.allSteps++;
    this.note(t);
    const spawned = states.kind[state] === SPAWN ? states.operand[state]! : NOBODY;
    if (spawned !== NOBODY) this.note(spawned);
    if (kind === EXIT || states.isAssumed(joint.local(t))) this.hasEnded = true;
    else if (kind === CUT) this.anyCut = true;
    this.noteFailure(t, from, first, firstSets);
    // A thread may fail before its first operation.
    if (spawned !== NOBODY) this.noteFailure(spawned, from, first, firstSets);
  }

  private noteFailure(t: number, from: number, first: number, firstSets: boolean): void {
    const { joint, states } = this;
    if (states.kind[joint.local(t)] !== FAIL || this.trace !== undefined) return;
    this.found(states.failure(joint.local(t)), from, [first, firstSets, this.steps]);
  }

  /** Records the next operation of thread t. */
  private note(t: number): void {
    const { joint, facts } = this;
    if (!joint.areChoosers.has(t)) facts.note(t, joint.local(t));
  }

  private end(number: number): void {
    const { states, joint } = this;
    const { count } = states.threads;
    // The bits that no thread has read are set.
    const local = Int32Array.from({ length: count }, (_, t) =>
      joint.areChoosers.has(t) && states.kind[joint.local(t)] === STORE
        ? states.update(joint.local(t), 0)
        : joint.local(t),
    );
    const run: FinishedRun = {
      local,
      operations: 0,
      valueAt: (x) => (joint.choosers.has(x) ? 1 : joint.valueAt(x)),
      // Not the values that were read count, but what they led to: other paths may have read others.
      someRead: (t) => !getsStuckAgain(states, local[t]!, (x) => joint.valueAt(x)),
    };
    const ending = endingOf(states, run);
    this.options.onEnd?.(run, ending);
    if (ending.kind === 'complete') this.ends++;
    if (ending.kind === 'complete' || ending.kind === 'cut') this.reaching.addEnd(number);
    for (const failure of failuresOfRun(states, run, ending)) this.found(failure, number, undefined);
    if (ending.kind === 'blocked') this.wake(number, run);
  }

  /** Threads that are stuck, but would read something else now, are really where they were before the last iteration. */
  private wake(number: number, run: FinishedRun): void {
    const { states, joint } = this;
    this.steps = 0;
    run.local.forEach((state, t) => {
      if (states.kind[state] !== STUCK || !run.someRead(t, 0, () => true)) return;
      joint.rows.take(number);
      joint.takeBack(t);
      this.note(t);
      if (!this.facts.haveChanged) this.arrive(number, ~t);
    });
  }

  /** Records a failure: after a joint state, a step from there, and this many steps in all. */
  private found(
    failure: Failure,
    number: number,
    then: readonly [t: number, sets: boolean, steps: number] | undefined,
  ): void {
    const key = failureKey(failure);
    if (this.known.has(key)) return;
    this.known.add(key);
    this.isOver ||= this.options.isEnough?.(failure) ?? true;
    const { rows } = this.joint;
    // Joint states are repeated in the set of rows that is at hand; the search goes on from this row.
    const at = rows.words.slice();
    const { hasEnded, steps } = this;
    this.failures.push({ failure, schedule: this.scheduleTo(number, then) });
    rows.take(number);
    at.forEach((word, i) => rows.set(i, word));
    this.steps = steps;
    this.hasEnded = hasEnded;
  }

  /** Runs the program again to find the steps. */
  private scheduleTo(number: number, then: readonly [t: number, sets: boolean, steps: number] | undefined): Schedule {
    const path: number[] = [];
    for (let at = number; at !== 1; at = this.before[at]!) path.push(at);
    const { rows } = this.joint;
    const wasOver = this.isOver;
    this.isOver = false;
    this.trace = [];
    rows.take(1);
    for (const at of path.reverse()) {
      const by = this.by[at]!;
      if (by < 0) this.takeBack(~by);
      else this.run(this.before[at]!, by >> 1, (by & 1) === 1, MOST_ALONE);
      rows.take(at);
    }
    if (then !== undefined) this.run(number, ...then);
    const { trace } = this;
    this.trace = undefined;
    this.isOver = wasOver;
    return trace;
  }

  /** Leaves out the steps of the iteration after which thread t is stuck. */
  private takeBack(t: number): void {
    const trace = this.trace!;
    const handle = this.states.threads.handles[t]!;
    let left = this.states.operand[this.joint.local(t)]!;
    for (let i = trace.length - 1; left > 0; i--) {
      if (trace[i]!.thread !== handle) continue;
      trace.splice(i, 1);
      left--;
    }
  }
}

/** Whether a thread in a state of this kind leaves out what would come next, or has ended the program. */
function leavesOut(kind: number): boolean {
  return kind === CUT || kind === EXIT;
}

function stepOf({ threads }: LocalStates, t: number): Step {
  return { kind: 'run', thread: threads.handles[t]!, choice: 0 };
}
