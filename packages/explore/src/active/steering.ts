import type { ModelName } from '@fencepost/core';
import { DIRECT, LOAD, Random, STORE, lowering, machineOf } from '@fencepost/core';
import { isAccess } from './accesses.js';
import type { Cycle } from './cycles.js';
import type { Plan } from './steering-plans.js';
import { below } from './enabled.js';
import { SequentialWalk } from './random-walk.js';
import type { RecordedSteps, Run, Strategy } from './run.js';

/** Probabilities that a thread continues although another could run. Each run uses one of them. */
const GRAINS: readonly number[] = [0, 0.5, 0.9];
/** Probability of preferring a thread that has done the first access of a pair and is about to do the second. */
const PREFER = 0.9;
/**
 * Probability that such a thread reads the oldest value, if the model allows that; and the probability before the first
 * access.
 */
const READ_OLD = 0.95;
const READ_OLD_EARLY = 0.05;
/**
 * Probability that a run is calm: stores that are not delayed for the cycle reach memory at once. Otherwise they do so
 * within `MOST_JITTER` steps.
 */
const CALM = 0.8;
/** The same probability for a plan that mostly works, to allow more variety. */
const CALM_IF_EASY = 0.3;
const MOST_JITTER = 9;
/** The shortest delay, in steps. */
const SHORTEST_DELAY = 8;

/**
 * Phase II of Burnim, Sen and Stergiou (ISSTA 2011, Fig. 7 to 9): makes a predicted cycle happen with high probability.
 * The first access of each pair is delayed: a store stays in its buffer; before other operations the thread is paused.
 * The second is let through quickly: a store reaches memory at once, and a load that may return old values reads the
 * oldest. Other stores reach memory at once, or soon.
 *
 * Time is counted in operations of threads, so a seed always gives the same run. Beyond the paper: a delay ends when
 * its purpose is met (another thread that had done the first access of its pair does the second, at this location), so
 * delays can be as long as the whole run without cost; when no thread can run, time jumps to the end of the next delay;
 * threads about to do the second access of a pair are preferred; and there are several plans (steering-plans.ts), where
 * the paper has one.
 */
export class Steering implements Strategy {
  private readonly cycle: Cycle;
  private readonly random: Random;
  private readonly table: Int32Array;
  /** The probability that the first access of a pair is delayed. */
  private readonly delayed: number;
  /**
   * Whether stores are committed when their thread has to wait for them. If loads may return old values, other threads
   * can still read the old value afterwards.
   */
  private readonly impatient: boolean;
  private readonly grain: number;
  /** Maximum number of steps that other stores stay in their buffers. */
  private readonly jitter: number;
  private readonly pause: number;
  private readonly hold: number;
  /** The execution whose prefix this run repeats, and for how many steps. */
  private readonly approach: SequentialWalk | RecordedSteps;
  private readonly approaching: number;
  private approached = 0;
  private now = 0;
  private running = -1;
  /** By thread: times at which its pending stores may reach memory, in the order of `Run.pending`. */
  private readonly due: number[][] = [];
  /** By thread: time at which it may resume, and the position for which that was decided. */
  private readonly resume: number[] = [];
  private readonly decided: number[] = [];
  /** By thread: the pairs of which it has done the first access, as bits. */
  private readonly begun: number[] = [];
  private readonly ready: number[] = [];

  /** `length` is the number of operations of a typical run. */
  constructor(cycle: Cycle, { approach, delayed, rate }: Plan, model: ModelName, random: Random, length: number) {
    this.cycle = cycle;
    this.delayed = delayed;
    this.table = lowering(model);
    this.random = random;
    const { of = 0, steps = 0 } = approach ?? {};
    this.approach = typeof of === 'number' ? new SequentialWalk(new Random(of)) : of;
    this.approaching = steps;
    // The paper does this if loads may return old values. Cycles that go through a lock need the opposite.
    this.impatient = machineOf(model).readsOldValues && random.next() < 0.5;
    this.grain = GRAINS[below(GRAINS.length, random)]!;
    this.jitter = random.next() < (rate > 0.5 ? CALM_IF_EASY : CALM) ? 0 : 1 + below(MOST_JITTER, random);
    this.pause = SHORTEST_DELAY + length * (0.5 + random.next());
    // Longer, so that no store reaches memory while other threads are paused before a load.
    this.hold = this.pause * (1.5 + random.next());
  }

  step(run: Run): boolean {
    if (this.approached < this.approaching) return this.follow(run);
    this.fit(run);
    this.commitDue(run);
    for (;;) {
      const t = this.choose(run);
      if (t === -1) return this.wait(run);
      if (this.pauses(run, t)) continue;
      this.go(run, t);
      return true;
    }
  }

  /** Takes one more step of the prefix. */
  private follow(run: Run): boolean {
    const { approach } = this;
    if (approach instanceof SequentialWalk) {
      if (!approach.step(run)) return false;
      for (const t of run.order) while (run.pending[t]!.length > 0) run.commit(t, 0);
    } else run.repeat(approach, this.approached);
    if (++this.approached < this.approaching) return true;
    // Stores pending at the end of the prefix stay pending for a while.
    this.fit(run);
    for (const t of run.order) for (const _ of run.pending[t]!) this.due[t]!.push(this.now + this.hold);
    return true;
  }

  private fit(run: Run): void {
    while (this.due.length < run.order.length) {
      this.due.push([]);
      this.resume.push(0);
      this.decided.push(-1);
      this.begun.push(0);
    }
  }

  /** Commits the stores that are due. */
  private commitDue(run: Run): void {
    for (const t of run.order) {
      const due = this.due[t]!;
      if (this.impatient && due.length > 0 && !canGo(run, t)) due.fill(this.now);
      for (let rank = 0; rank < due.length; rank++) {
        if (due[rank]! > this.now) continue;
        if (run.machine.canCommit(t, rank)) {
          this.commit(run, t, rank);
          rank = -1;
        } else if (this.impatient) {
          // A store behind a fence waits for those before it.
          for (let older = 0; older < rank; older++) if (due[older]! > this.now) due[older] = this.now;
          if (run.machine.canCommit(t, 0)) rank = -1;
        }
      }
    }
  }

  private commit(run: Run, t: number, rank: number): void {
    const access = run.pending[t]![rank]!;
    const due = this.due[t]!;
    due.splice(rank, 1);
    run.commit(t, rank);
    // The stores that it held back do not all follow at once.
    if (this.jitter > 0) due.forEach((time, i) => time <= this.now && (due[i] = this.soon()));
    if (access >= 0) this.happened(run, t, run.accesses.label[access]!, run.accesses.location[access]!);
  }

  private soon(): number {
    return this.jitter === 0 ? this.now : this.now + below(this.jitter + 1, this.random);
  }

  /** Returns the thread to run next; -1 if none can. */
  private choose(run: Run): number {
    const { ready, random } = this;
    const { machine } = run;
    ready.length = 0;
    let preferred = -1;
    for (const t of run.order) {
      if (machine.local[t] === 0 || this.resume[t]! > this.now || !canGo(run, t)) continue;
      ready.push(t);
      if (this.endsPair(run, t)) preferred = t;
    }
    if (ready.length === 0) return -1;
    if (preferred !== -1 && random.next() < PREFER) return preferred;
    if (ready.includes(this.running) && random.next() < this.grain) return this.running;
    return ready[below(ready.length, random)]!;
  }

  /** Whether the thread is about to do the second access of a pair whose first it has done. */
  private endsPair({ machine, states }: Run, t: number): boolean {
    const begun = this.begun[t]!;
    if (begun === 0) return false;
    const label = states.label[machine.local[t]!]!;
    for (let i = 1; i < this.cycle.length; i += 2) {
      if (this.cycle[i] === label && (begun & (1 << (i - 1))) !== 0) return true;
    }
    return false;
  }

  /** Decides, once per operation, whether to pause the thread before its next operation. */
  private pauses(run: Run, t: number): boolean {
    const { machine, states } = run;
    const position = machine.position[t]!;
    if (this.decided[t] === position) return false;
    this.decided[t] = position;
    const state = machine.local[t]!;
    const label = states.label[state]!;
    const buffered = states.kind[state] === STORE && (this.table[states.code[state]!]! & DIRECT) === 0;
    if (buffered || !this.isFirst(label)) return false;
    if (this.random.next() >= this.delayed) return false;
    this.resume[t] = this.now + this.pause;
    return true;
  }

  private isFirst(label: number): boolean {
    for (let i = 0; i < this.cycle.length; i += 2) if (this.cycle[i] === label) return true;
    return false;
  }

  private go(run: Run, t: number): void {
    const { machine, states } = run;
    const state = machine.local[t]!;
    const [label, location, access] = [states.label[state]!, states.location[state]!, isAccess(states, state)];
    // One line may be the first and the second access of a pair. In that case it is delayed less often the second time.
    const delayed = this.endsPair(run, t) ? this.delayed / 2 : this.delayed;
    run.run(t, states.kind[state] === LOAD ? this.choiceFor(run, t) : 0);
    this.running = t;
    this.now++;
    // The release of a spin lock is no access, but a store.
    const isPending = run.pending[t]!.length > this.due[t]!.length;
    if (isPending) {
      const held = access && this.isFirst(label) && this.random.next() < delayed;
      this.due[t]!.push(held ? this.now + this.hold : this.soon());
    }
    if (!access) return;
    for (let i = 0; i < this.cycle.length; i += 2) if (this.cycle[i] === label) this.begun[t]! |= 1 << i;
    if (!isPending) this.happened(run, t, label, location);
  }

  private choiceFor(run: Run, t: number): number {
    const { machine } = run;
    let choice = 0;
    if (run.readsOldValues) {
      const probability = this.endsPair(run, t) ? READ_OLD : this.isSecond(run, t) ? READ_OLD_EARLY : 0;
      if (probability > 0 && this.random.next() < probability) choice = machine.choices(t) - 1;
      while (choice > 0 && !machine.canRun(t, choice)) choice--;
    }
    while (!machine.canRun(t, choice)) choice++;
    return choice;
  }

  private isSecond({ machine, states }: Run, t: number): boolean {
    const label = states.label[machine.local[t]!]!;
    for (let i = 1; i < this.cycle.length; i += 2) if (this.cycle[i] === label) return true;
    return false;
  }

  /** Called when a value was read or reached memory. Ends the delays that waited for this access. */
  private happened(run: Run, by: number, label: number, location: number): void {
    const { cycle } = this;
    for (let i = 1; i < cycle.length; i += 2) {
      if (cycle[i] !== label || (this.begun[by]! & (1 << (i - 1))) === 0) continue;
      const awaiting = cycle[(i + 1) % cycle.length]!;
      for (const t of run.order) if (t !== by && t < this.due.length) this.release(run, t, awaiting, location);
    }
  }

  private release({ machine, states, pending, accesses }: Run, t: number, label: number, location: number): void {
    const due = this.due[t]!;
    for (let rank = 0; rank < due.length; rank++) {
      const access = pending[t]![rank]!;
      if (accesses.label[access] === label && accesses.location[access] === location) due[rank] = this.now;
    }
    const state = machine.local[t]!;
    if (this.resume[t]! > this.now && states.label[state] === label && states.location[state] === location) {
      this.resume[t] = this.now;
    }
  }

  /** Called when no thread can run. Advances time until one can. Returns false if that does not help. */
  private wait(run: Run): boolean {
    const { machine } = run;
    let soonest = Infinity;
    for (const t of run.order) {
      if (machine.local[t] === 0) continue;
      if (this.resume[t]! > this.now && canGo(run, t)) soonest = Math.min(soonest, this.resume[t]!);
      this.due[t]!.forEach((due, rank) => {
        if (machine.canCommit(t, rank)) soonest = Math.min(soonest, due);
      });
    }
    if (soonest === Infinity) return false;
    this.now = Math.max(this.now, soonest);
    return true;
  }
}

function canGo({ machine }: Run, t: number): boolean {
  const choices = machine.choices(t);
  for (let choice = 0; choice < choices; choice++) if (machine.canRun(t, choice)) return true;
  return false;
}
