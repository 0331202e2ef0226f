import type { LocalStates } from '@fencepost/core';
import { CUT, FAIL, LOAD, REFERENCE_MODEL, RMW, SPAWN, STORE, grown, orderInCode } from '@fencepost/core';
import { Configurations, SKIP } from '../bounded/configurations.js';
import { highHash, lowHash } from '../bounded/event-hash.js';
import { ScRun } from '../bounded/sc-run.js';
import { endingOf } from '../results/ending.js';
import type { Exploration } from '../results/exploration.js';
import { Outcomes } from '../results/outcomes.js';
import { AccessFacts } from './access-facts.js';

const NOBODY = -1;
/** After this many steps of single threads, every thread is tried: one of them may never end. */
const MOST_ALONE = 1000;
/** Steps between two questions whether to stop: all bits of a power of two. */
const STEPS_BETWEEN = (1 << 12) - 1;

export interface ConfigurationOptions {
  /** Asked from time to time. */
  readonly isStopped?: () => boolean;
  /** Continue after the first failure. */
  readonly all?: boolean;
  /**
   * Also look for data races: configurations in which the next operations of two threads conflict and are not both
   * atomic. Not for programs with atomic sections or relaxed operations.
   */
  readonly races?: boolean;
  /** Whether to keep the final states. Values that no thread reads may be lost, unless the program reads them at the end. */
  readonly finals?: boolean;
  /** Determines the order in which steps are tried. */
  readonly seed?: number;
  /** Stop when there are more configurations than this. Each takes 24 to 48 bytes. */
  readonly mostConfigurations?: number;
}

export interface ConfigurationExploration extends Exploration {
  /** Whether every configuration was reached. */
  readonly complete: boolean;
  /** Number of configurations reached. */
  readonly configurations: number;
  /** Whether there is a data race. */
  readonly anyRace: boolean;
  /** Whether there is an atomic section. */
  readonly anySection: boolean;
}

/**
 * Visits every configuration that a program can reach under SC: the local state of each thread, and the values in
 * memory. It finds every failure of a thread; executions are not counted, and deadlocks are not looked for. Many
 * executions pass through few configurations if they repeat themselves, or differ in what does not matter any more.
 *
 * Steps that are independent of all steps of other threads are taken at once (a persistent set of one thread): accesses
 * to locations that no other thread accesses or that none writes, stores that no thread reads, the start of a thread, a
 * join of one that has ended, and all steps in an atomic section. Which accesses these are is assumed and then checked
 * (AccessFacts).
 */
export function exploreConfigurations(
  states: LocalStates,
  options: ConfigurationOptions = {},
): ConfigurationExploration {
  // Of two writes that no thread reads, the order does not matter, but they may race. And memory may be read at the end,
  // which the program may find out only during the search.
  const isAllRead = (): boolean =>
    options.races === true || states.program.after !== undefined || states.program.faults !== undefined;
  let allRead = isAllRead();
  let facts = new AccessFacts(states, allRead);
  for (;;) {
    const search = new ConfigurationSearch(states, facts, options);
    const end = search.run();
    if (isAllRead() !== allRead) facts = new AccessFacts(states, (allRead = true));
    else if (end !== 'again') return search.result();
  }
}

type SearchEnd = 'all' | 'stopped' | 'again';

class ConfigurationSearch {
  private readonly machine: ScRun;
  private readonly outcomes: Outcomes;
  private readonly seen = new Configurations();
  private end: SearchEnd = 'all';
  private isFound = false;
  private anyRace = false;
  private steps = 0;
  private taken = 0;
  // By depth: number of steps before; the only thread to try, or NOBODY; how many steps in a row had only one thread to
  // try; the number of threads, of which none that is discovered later can run; the next choice to try.
  private depth = 0;
  private before = new Int32Array(64);
  private only = new Int32Array(64);
  private lonely = new Int32Array(64);
  private threads = new Int32Array(64);
  private tried = new Int32Array(64);
  /** Threads that set a bit that the program leaves open, by location. */
  private readonly choosers = new Map<number, number>();
  private readonly threadsThatChoose: ReadonlySet<number>;
  private readonly section: number[] = [];
  private known = 0;

  constructor(
    private readonly states: LocalStates,
    private readonly facts: AccessFacts,
    private readonly options: ConfigurationOptions,
  ) {
    this.machine = new ScRun(states, true);
    this.outcomes = new Outcomes(states, options.finals === true);
    states.initial.forEach((state, t) => {
      if (states.kind[state] !== STORE) return;
      const x = states.location[state]!;
      if (this.isChoice(x)) this.choosers.set(x, t);
    });
    this.threadsThatChoose = new Set(this.choosers.values());
  }

  run(): SearchEnd {
    for (let t = 0; t < this.machine.local.length; t++) this.note(t);
    this.enter(0);
    while (this.depth > 0 && this.end === 'all' && !(this.isFound && this.options.all !== true)) this.move();
    return this.end;
  }

  result(): ConfigurationExploration {
    return {
      states: this.states,
      model: REFERENCE_MODEL,
      ...this.outcomes.results(),
      complete: this.end === 'all' && this.depth === 0,
      configurations: this.seen.size,
      anyRace: this.anyRace,
      anySection: this.section.length > 0,
    };
  }

  /** Tries the next choice of the configuration on top, or leaves it. */
  private move(): void {
    const at = this.depth - 1;
    const only = this.only[at]!;
    const { seed = 0 } = this.options;
    const threads = this.threads[at]!;
    for (let next = this.tried[at]!; next < 2 * threads; next++) {
      const t = ((next >> 1) + seed) % threads;
      if (only !== NOBODY && t !== only) continue;
      const chooser = this.chooserFor(t);
      // A bit is set just before it is read, or not at all.
      const sets = (next & 1) !== (seed & 1);
      if (sets && chooser === NOBODY) continue;
      if (!this.isOwnStep(t)) continue;
      this.tried[at] = next + 1;
      const before = this.steps;
      if (sets) this.step(chooser);
      this.step(t);
      this.enter(before);
      return;
    }
    this.undoTo(this.before[at]!);
    this.depth--;
  }

  /** Enters the configuration, after steps that have no alternative. `before`: number of steps to return to. */
  private enter(before: number): void {
    const above = this.depth - 1;
    let steps = above >= 0 && this.only[above] !== NOBODY ? this.lonely[above]! : 0;
    let only = this.alone(steps);
    while (only !== NOBODY && this.chooserFor(only) === NOBODY && this.end === 'all') {
      this.step(only);
      only = this.alone(++steps);
    }
    if (this.end !== 'all') return;
    if (this.isOver() || (only === NOBODY && this.isKnown())) {
      this.undoTo(before);
      return;
    }
    if (this.depth === this.before.length) {
      for (const field of ['before', 'only', 'lonely', 'threads', 'tried'] as const)
        this[field] = grown(this[field], 2 * this.depth);
    }
    if (only === NOBODY && this.options.races === true) this.findRaces();
    this.before[this.depth] = before;
    this.only[this.depth] = only;
    this.lonely[this.depth] = steps + 1;
    this.threads[this.depth] = this.machine.local.length;
    this.tried[this.depth++] = 0;
  }

  /**
   * Looks for two threads whose next accesses race. If any execution has a race, its accesses are next somewhere: steps
   * that are taken first are independent of both, as they do not access the location.
   */
  private findRaces(): void {
    const { states, machine } = this;
    for (let t = 0; t < machine.local.length; t++) {
      const state = machine.local[t]!;
      if (!this.isAccess(state)) continue;
      for (let u = 0; u < t; u++) {
        const other = machine.local[u]!;
        if (!this.isAccess(other) || states.location[other] !== states.location[state]) continue;
        if ((this.writes(state) || this.writes(other)) && (this.isPlain(state) || this.isPlain(other)))
          this.anyRace = this.isFound = true;
      }
    }
  }

  private isAccess(state: number): boolean {
    return state !== 0 && this.states.kind[state]! <= RMW;
  }

  /** Whether the access writes now: a compare-and-swap may fail. */
  private writes(state: number): boolean {
    const { states, machine } = this;
    if (states.kind[state] !== RMW) return states.kind[state] === STORE;
    return states.writesAfter(state, machine.value[states.location[state]!]!);
  }

  private isPlain(state: number): boolean {
    return orderInCode(this.states.code[state]!) === 'plain';
  }

  private step(t: number): void {
    const { machine, states } = this;
    const state = machine.local[t]!;
    machine.step(t);
    this.steps++;
    if ((++this.taken & STEPS_BETWEEN) === 0 && this.options.isStopped?.() === true) this.end = 'stopped';
    this.note(t);
    if (states.kind[state] === SPAWN) this.note(states.operand[state]!);
  }

  /** Records the next operation of thread t, which may have to wait for it. */
  private note(t: number): void {
    if (!this.isChooser(t) && this.facts.note(t, this.machine.local[t]!)) this.end = 'again';
  }

  private undoTo(steps: number): void {
    for (; this.steps > steps; this.steps--) this.machine.undo();
  }

  /**
   * Whether the program has ended: no thread can continue, or an atomic section will not end. Records the end. The
   * failure of a thread might also come later, so other threads continue unless one failure is enough.
   */
  private isOver(): boolean {
    const { states, machine: run } = this;
    let isStuck = true;
    let hasFailed = false;
    for (let t = 0; t < run.local.length; t++) {
      if (states.kind[run.local[t]!] === FAIL) hasFailed = true;
      if (isStuck && this.isOwnStep(t)) isStuck = false;
    }
    const holder = this.holder();
    const isCut = holder !== NOBODY && states.kind[run.local[holder]!]! >= CUT;
    const isEnough = hasFailed && this.options.all !== true;
    // A section that does not end has not happened, but failures before it have.
    if (hasFailed ? isEnough || isCut || isStuck : isStuck && !isCut) this.record();
    if (hasFailed) this.isFound = true;
    return isEnough || isCut || isStuck;
  }

  /** Records the end of the program. Whether threads wait forever is not known: that depends on what they read before. */
  private record(): void {
    const { states, machine: run } = this;
    const before = this.steps;
    for (const t of this.choosers.values()) if (this.isChooser(t)) this.step(t);
    this.outcomes.add(run, { ...endingOf(states, run), deadlocked: false }, true);
    this.undoTo(before);
  }

  /** Whether thread t can take a step. Threads that set bits do so only for a thread that reads them. */
  private isOwnStep(t: number): boolean {
    return this.machine.canRun(t) && !this.isChooser(t);
  }

  private isChooser(t: number): boolean {
    const state = this.machine.local[t]!;
    return this.states.kind[state] === STORE && this.choosers.get(this.states.location[state]!) === t;
  }

  /** Returns the thread that sets the bit that thread t reads next, if it has not. */
  private chooserFor(t: number): number {
    const { kind, location } = this.states;
    const state = this.machine.local[t]!;
    if (state === 0 || kind[state] !== LOAD) return NOBODY;
    const chooser = this.choosers.get(location[state]!);
    return chooser !== undefined && this.isChooser(chooser) ? chooser : NOBODY;
  }

  /** Returns a thread whose next step may be taken before all others, after so many; NOBODY if there is none. */
  private alone(steps: number): number {
    const holder = this.holder();
    if (holder !== NOBODY) return this.machine.canRun(holder) ? holder : NOBODY;
    if (steps >= MOST_ALONE) return NOBODY;
    const { local } = this.machine;
    for (let t = 0; t < local.length; t++) if (this.isIndependent(t) && this.isOwnStep(t)) return t;
    return NOBODY;
  }

  private isIndependent(t: number): boolean {
    const { kind, location } = this.states;
    const state = this.machine.local[t]!;
    if (state === 0) return false;
    return kind[state]! > RMW || this.chooserFor(t) !== NOBODY || !this.facts.isShared(location[state]!);
  }

  /** Returns the thread in an atomic section. */
  private holder(): number {
    this.learnLocations();
    for (const x of this.section) {
      const handle = this.machine.value[x]!;
      if (handle !== 0) return this.states.threads.indexOf(handle);
    }
    return NOBODY;
  }

  private learnLocations(): void {
    const { addresses, count } = this.states.locations;
    for (; this.known < count; this.known++) {
      if (this.states.program.isSection?.(addresses[this.known]!) === true) this.section.push(this.known);
    }
  }

  private isChoice(x: number): boolean {
    return this.states.program.isChoice?.(this.states.locations.addresses[x]!) === true;
  }

  /** Whether this configuration was reached before. Bits that were chosen, and stores that no thread reads, do not count. */
  private isKnown(): boolean {
    const { machine: run, facts } = this;
    let low = 0;
    let high = 0;
    for (let t = 0; t < run.local.length; t++) {
      const state = run.local[t]!;
      if (state === 0 || this.threadsThatChoose.has(t)) continue;
      low = (low + lowHash(2 * t, state)) | 0;
      high = (high + highHash(2 * t, state)) | 0;
    }
    const { initial, count } = this.states.locations;
    for (let x = 0; x < count; x++) {
      const value = run.value[x]!;
      if (value === initial[x] || !facts.isRead(x) || this.choosers.has(x)) continue;
      low = (low + lowHash(2 * x + 1, value)) | 0;
      high = (high + highHash(2 * x + 1, value)) | 0;
    }
    const { mostConfigurations = 1 << 24 } = this.options;
    if (this.seen.size >= mostConfigurations) this.end = 'stopped';
    return this.seen.arrive(low, high, NOBODY, 0, 0) === SKIP;
  }
}
