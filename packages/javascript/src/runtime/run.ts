import type { Condition, Operation, Site } from '@fencepost/core';
import { LOAD, RMW, STUCK, abandoned, formatSite, isFencepostError, isRestart, learnedFrom } from '@fencepost/core';
import type { World } from '../world/running/world.js';
import type { SavedTime } from '../world/time/timer-queue.js';
import type { Context } from '../world/context/context.js';
import { isOfTime, tossOf } from '../world/context/time-threads.js';
import type { EnteredLoop, Run } from '../world/running/current.js';
import { current, keepingCurrent, suspend } from '../world/running/current.js';
import { effects } from '../world/time/effects.js';
import { recording } from '../world/time/segments.js';
import { failingTask } from '../tasks/task.js';
import type { Progress } from './progress.js';
import { Loops } from './spin-detection.js';
import { Mutations } from './mutations.js';
import type { PlainHead } from './plain-loops.js';
import type { Ending, Step } from './steps.js';
import { changesMemory, onlyReads } from './steps.js';

/** Minimum number of guessed operations. A long run doubles its length, so that it is not repeated too often. */
const AHEAD = 64;

/**
 * A thread that can be run any number of times. `run` makes a world, runs in it, and calls `start()` where the thread
 * starts.
 */
export interface Script {
  readonly handle: number;
  /** Distinguishes it from other scripts of the context with the same handle. */
  readonly key?: string | undefined;
  readonly context: Context;
  run(start: (world: World) => void): unknown;
}

/** One run of a thread from its start, with the known results and, after them, guesses. */
export class ScriptRun implements Run, Progress {
  readonly thread: number;
  readonly name: string;
  readonly readsOnePlace = false;
  readonly steps: Step[] = [];
  readonly mutations = new Mutations();
  private readonly context: Context;
  private readonly ahead: number;
  private readonly known: readonly number[];
  private readonly loops: Loops;
  changes = 0;
  private effectsBefore = 0;
  private givenUp = false;
  private wantsRepeat = false;
  private children = 0;
  private tosses = 0;
  readings = 0;
  private world: World | undefined;
  private readonly plainBases = new Map<EnteredLoop, number>();
  private lastPlain: PlainHead | undefined;

  /** `mayWait`: see `Loops`. `ahead`: number of operations to guess after the known ones. */
  constructor(script: Script, known: readonly number[], mayWait: (operations: number) => boolean, ahead?: number) {
    this.ahead = ahead ?? Math.max(AHEAD, known.length);
    this.thread = script.handle;
    this.name = `${script.handle}${script.key ?? ''}`;
    this.context = script.context;
    this.known = known;
    this.loops = new Loops(script.context, this, mayWait);
  }

  get operations(): number {
    return this.steps.length;
  }

  get effects(): number {
    return effects.count - this.effectsBefore;
  }

  get tasks(): number {
    return this.world?.loop.tasks ?? 0;
  }

  get pending(): number {
    const { loop } = this.world ?? {};
    return loop === undefined ? 0 : loop.pending + loop.time.size;
  }

  get atFrontier(): boolean {
    return this.steps.length >= this.known.length;
  }

  head(loop: number, carried: readonly unknown[], entered?: EnteredLoop): void {
    this.loops.head(loop, carried, entered);
  }

  plain(entered: EnteredLoop, isAfterLoad: boolean, variables: readonly (number | undefined)[] | undefined): void {
    if (this.loops.isProbing) return;
    const at = this.steps.length;
    let base = this.plainBases.get(entered);
    if (base === undefined) this.plainBases.set(entered, (base = isAfterLoad && this.hasLoaded ? at - 1 : at));
    this.lastPlain = variables && { loop: entered.loop, base, at, variables };
  }

  /** Whether the last operation was a load, and no other operation was at its site. */
  private get hasLoaded(): boolean {
    const [before, last] = [this.steps.at(-2)?.operation, this.steps.at(-1)?.operation];
    return last?.kind === LOAD && (before === undefined || !isSameSite(before.site, last.site));
  }

  spin(): void {
    this.loops.hint();
  }

  /** Rethrows an exception that the program must not catch. */
  caught(): void {
    if (this.givenUp) suspend();
  }

  perform(operation: Operation, guess: number): number {
    if (operation.transition?.ordersNothing !== true) recording.segments?.everything();
    return this.performNow(operation, guess);
  }

  private performNow(operation: Operation, guess: number): number {
    if (this.givenUp) suspend();
    const probed = this.loops.probed(operation);
    if (probed !== undefined) return probed;
    if (this.learns(operation)) this.readings++;
    const presented = this.present(operation);
    return operation.kind === STUCK ? this.end(presented) : this.take(presented, guess);
  }

  lookAgain({ operation, result }: Step, until: Condition): number {
    return this.take({ ...operation, until: operation.transition === undefined ? until : operation.until }, result!);
  }

  /** Takes one step with a known or guessed result, or suspends the run. */
  private take(operation: Operation, guess: number): number {
    const index = this.steps.length;
    const isKnown = index < this.known.length;
    const goesOn = isKnown || (index < this.known.length + this.ahead && isReady(operation, guess));
    const result = isKnown ? this.known[index]! : learnedGuess(operation, guess);
    this.record(operation, goesOn ? result : undefined);
    if (!goesOn) this.giveUp();
    if (changesMemory(operation, result)) this.changes++;
    return result;
  }

  toss(): boolean {
    const { time } = this.context;
    const number = this.loops.isProbing ? 0 : this.tosses++;
    if (!time.mayToss(this.thread, number)) return false;
    return this.performNow(tossOf(this.context, this.thread, number), 0) === 1;
  }

  abandon(): void {
    this.end(abandoned());
  }

  saveTime(): SavedTime {
    return this.world!.loop.time.save();
  }

  rewindTime(saved: SavedTime): void {
    this.world!.loop.time.rewind(saved);
  }

  get hasLooped(): boolean {
    return this.loops.hasVisited;
  }

  get waited(): number {
    return this.world?.loop.clock.waited ?? 0;
  }

  get clock(): number {
    return this.world?.loop.clock.word ?? 0;
  }

  nextChild(): number {
    return ++this.children;
  }

  end(operation: Operation): never {
    this.record(operation, undefined);
    return this.giveUp();
  }

  repeat(): never {
    this.wantsRepeat = true;
    return this.giveUp();
  }

  /** Runs the script. Returns undefined if it must run again, because a loop at the last operation does not wait. */
  execute(script: Script): Ending | undefined {
    return keepingCurrent(() => this.finish(this.outcome(script)));
  }

  private outcome(script: Script): Ending {
    try {
      const value = script.run((world) => {
        this.world = world;
        world.printed = ''; // by set-up code
        this.effectsBefore = effects.count;
        effects.watched = false;
        world.loop.begin();
        current.run = this;
      });
      return { how: 'returned', value, printed: this.takePrinted(), plain: this.lastPlain };
    } catch (error) {
      const { world } = this;
      const task = world && failingTask(world);
      const rejected = world?.loop.unhandledWith;
      const isRejection = rejected !== undefined && rejected.reason === error;
      return { how: 'threw', error, task, isRejection, printed: this.takePrinted() };
    }
  }

  /** Discards the outcome of a suspended run, and a refusal caused by a guess. */
  private finish(ending: Ending): Ending | undefined {
    // The information in a restart is valid even if a guess led to it, and the front end has already taken note of it.
    if (ending.how === 'threw' && isRestart(ending.error)) throw ending.error;
    if (this.wantsRepeat || (this.loops.isProbing && !this.givenUp)) return undefined;
    if (this.givenUp) return { how: 'suspended' };
    if (ending.how !== 'threw') return ending;
    if (!isFencepostError(ending.error)) {
      this.world?.loop.outside.fails();
      return ending;
    }
    if (this.steps.length <= this.known.length) throw ending.error;
    // A guess led to this error: it will occur again if it is real.
    const last = this.steps.pop()!;
    this.steps.push({ ...last, result: undefined });
    return { how: 'suspended' };
  }

  /**
   * Returns whether the operation may read another thread's write. Messages are excluded: they are read in order of
   * arrival.
   */
  private learns({ kind, address, transition }: Operation): boolean {
    if (kind !== LOAD && kind !== RMW) return false;
    return transition === undefined ? !isOfTime(address, this.context) : this.context.isWaiterList(address);
  }

  /** Returns the operation as presented to the models. */
  private present(operation: Operation): Operation {
    const waits = operation.until === '' && onlyReads(operation) && this.loops.atHead;
    return this.context.presented.of(operation, current.site, waits ? 'progress' : operation.until);
  }

  private record(given: Operation, result: number | undefined): void {
    const { call = 0, returned, task = '' } = this.world ?? {};
    const isSame = call === given.call && task === given.task;
    const operation = isSame ? given : { ...given, call, returned, task };
    this.steps.push({ operation, result, printed: this.takePrinted(), plain: this.lastPlain });
  }

  private takePrinted(): string {
    const { world } = this;
    if (world === undefined || world.printed === '') return '';
    const { printed } = world;
    world.printed = '';
    return printed;
  }

  private giveUp(): never {
    this.givenUp = true;
    return suspend();
  }
}

/** Returns the part of a guess that the thread learns, with which the search continues. */
function learnedGuess({ transition }: Operation, guess: number): number {
  return transition?.learned === undefined ? guess : learnedFrom(transition, guess);
}

function isSameSite(a: Site | undefined, b: Site | undefined): boolean {
  return a === b || (a !== undefined && b !== undefined && formatSite(a) === formatSite(b));
}

function isReady({ transition }: Operation, guess: number): boolean {
  return transition?.ready === undefined || transition.ready(guess);
}
