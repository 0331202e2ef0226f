import type { Operation, Site } from '@fencepost/core';
import { LOAD, RMW, cut, formatSite, stuck } from '@fencepost/core';
import type { LoopInfo, Place } from '../../ir/syntax/tables.js';
import type { Steps } from '../../runtime/base/services.js';
import type { ContentWords } from '../instance/content-words.js';
import type { Context } from '../context/context.js';
import type { OwnWrites } from './own-writes.js';
import type { Done } from './repetition.js';
import type { Rest, Visit } from './visits.js';
import { FIRST_LOOK, copyOf, newVisit, saved } from './visits.js';
import { MOST_REPEATED, Repetition, isRepeatable, mayBeRepeatable } from './repetition.js';

/**
 * Maximum number of consecutive iterations without a visible operation. The limit is higher while the thread is alone.
 */
const MOST_SILENT = 1_000_000;
const MOST_SILENT_ALONE = 100_000_000;

/** Default maximum number of iterations with visible operations, for loops that a counter ends and for others. */
const MOST_COUNTED = 1000;
const MOST_ITERATIONS = 32;

const FEWER = 'use fewer iterations in the check';

/** The progress of a thread that is relevant to loops. */
export interface Progress {
  /** Number of visible operations. */
  readonly operations: number;
  /** Number of operations, visible or not, that changed something that outlives the loop, other than shared memory. */
  readonly effects: number;
  readonly writes: Pick<OwnWrites, 'count' | 'areUnnoticed' | 'areNoticed' | 'describe'>;
  /** Number of open values chosen. */
  readonly choices: number;
  /** Operations and their results, at least since the last effect. */
  readonly recent: readonly Done[];
}

/** The private state of a thread at the head of a loop. */
export interface PrivateState {
  /** Values that the loop carries along. For counters, the results of their comparisons. */
  readonly carried: string;
  /** Values of the counters. */
  readonly counted: string;
  readonly rest: string;
}

/** The state of a thread's loops that matters from here on. */
export interface SavedLoops {
  readonly visits: readonly (readonly [key: number, visit: Visit])[];
  readonly lastHead: number;
}

/** What `describe` has found out about the loops of a thread. */
export interface LoopsDescribed {
  /** Number of the first operation that may still be inspected. `writes`: same for writes. */
  operations: number;
  writes: number;
  /**
   * Whether the thread has changed something in every loop that it is in, whatever it does before the next iterations.
   */
  changesAll: boolean;
}

/**
 * Loops of one thread. A thread may return to the head of a loop with the same relevant private state (see
 * ir/carried.ts) as one or several iterations ago, having changed nothing in between. It would do the same again as
 * long as it reads the same values, so it waits for a change instead. All other loops are unrolled up to a bound.
 *
 * A loop belongs to an activation of its function, which `depth` distinguishes from all others that have not returned.
 * An earlier activation at that depth has left its loops, and `enter` is called whenever a loop is entered.
 */
export class Loops {
  private readonly context: Context;
  private readonly siteOf: (place: Place) => Site | undefined;
  private readonly isHasty: boolean;
  private readonly isUnbounded: boolean;
  private readonly loopCount: number;
  private readonly visits = new Map<number, Visit>();
  private readonly handle: number;
  /** Number of visible operations at the last visit of a loop head. */
  private lastHead = -1;
  /** The iteration that the thread repeats without consulting the models. */
  private repetition: Repetition | undefined;
  readonly described: LoopsDescribed = { operations: 0, writes: 0, changesAll: true };
  /** What still matters of each visit, as described last. */
  private readonly rests: Rest[] = [];

  /** `isHasty`: loops of a thread that is alone are cut off as early as others. `isUnbounded`: see `withoutBounds`. */
  constructor(
    context: Context,
    handle: number,
    siteOf: (place: Place) => Site | undefined,
    isHasty = false,
    isUnbounded = false,
  ) {
    this.context = context;
    this.handle = handle;
    this.siteOf = siteOf;
    this.isHasty = isHasty;
    this.isUnbounded = isUnbounded;
    this.loopCount = context.image.tables.loops.length;
  }

  enter(loop: number, depth: number): void {
    this.visits.delete(this.keyOf(loop, depth));
  }

  /** Returns the next visible operation: the first since the head of a loop waits for progress, if it reads. */
  present(operation: Operation, operations: number): Operation {
    if (!this.context.bounds.wait || this.lastHead !== operations) return operation;
    const reads = operation.kind === LOAD || (operation.kind === RMW && operation.transition === undefined);
    if (!reads || operation.until !== '' || operation.mutex) return operation;
    return { ...operation, until: 'progress' };
  }

  /** Returns the result of an operation of a repeated iteration; undefined if none is being repeated. */
  answer(operation: Operation): number | undefined {
    return this.repetition?.answer(operation);
  }

  /** Called at the head of a loop. Returns whether the thread continues to repeat an iteration. */
  repeats(loop: number, depth: number, carried: string): boolean {
    const { repetition } = this;
    if (repetition === undefined) return false;
    // Nested loops run the same way in every repeated iteration.
    if (repetition.loop !== this.keyOf(loop, depth)) return true;
    return repetition.times < MOST_REPEATED && repetition.goesOn(carried);
  }

  /**
   * Called at the head of a loop. Returns whether nothing needs to be done because nothing visible has happened since
   * the last visit.
   */
  passesSilently(loop: number, depth: number, operations: number, alone: boolean): boolean {
    const known = this.visits.get(this.keyOf(loop, depth));
    if (known === undefined || (!alone && known.operations !== operations)) return false;
    const visit = this.own(this.keyOf(loop, depth))!;
    const silent = ++visit.silent;
    if (alone) return silent <= (this.isHasty ? MOST_SILENT : MOST_SILENT_ALONE);
    return silent <= MOST_SILENT && silent !== visit.lookAt && silent !== visit.lookAt + 1;
  }

  /** Called at the head of a loop. */
  *visit(loop: number, depth: number, progress: Progress, state: PrivateState): Steps<undefined> {
    const info = this.infoOf(loop);
    const key = this.keyOf(loop, depth);
    const visit = this.own(key);
    const { operations, effects } = progress;
    const whole = `${state.carried}\n${state.counted}\n${state.rest}`;
    if (visit === undefined) {
      const first = this.begin(key, progress);
      this.stand(first, progress, state, whole);
    } else if (this.repetition !== undefined) {
      const { times } = this.repetition;
      this.repetition = undefined;
      this.context.noteRepeated(place(info), times);
      if (times >= MOST_REPEATED) yield this.stop(info, `${times} iterations that change nothing`);
      this.stand(visit, progress, state, whole);
    } else if (visit.operations === operations) {
      if (visit.silent > MOST_SILENT) yield this.stop(info, silence(visit));
      yield* this.look(visit, info, `${effects} ${whole}`);
    } else yield* this.again(key, visit, info, progress, state, whole);
    this.lastHead = operations;
    return undefined;
  }

  /** Adds the loops at a pending operation. Returns false if that cannot be done. */
  describe(words: ContentWords, progress: Progress, pending: Operation): boolean {
    if (this.repetition !== undefined) return false;
    const { described, rests, visits } = this;
    described.operations = progress.operations;
    described.writes = progress.writes.count;
    described.changesAll = true;
    if (rests.length > 0) rests.length = 0;
    words.add(this.lastHead === progress.operations ? 1 : 0);
    words.add(visits.size);
    if (visits.size === 0) return true;
    const keys = this.sortedKeys();
    for (let i = 0; i < keys.length; i++) {
      const visit = visits.get(keys[i]!)!;
      words.add(keys[i]!);
      words.add(visit.iterations);
      if (this.isUnbounded) words.add(progress.choices - visit.choices);
      rests.push(this.describeVisit(words, visit, progress, pending));
    }
    return true;
  }

  /** Saves the loops as they were described last. */
  save(): SavedLoops {
    const visits = this.sortedKeys().map((key, i) => [key, saved(this.visits.get(key)!, this.rests[i]!)] as const);
    return { visits, lastHead: this.lastHead };
  }

  private sortedKeys(): number[] {
    const keys = [...this.visits.keys()];
    return keys.length < 2 ? keys : keys.sort((a, b) => a - b);
  }

  /**
   * Adds one visit. If the thread has made a change since the visit that it cannot undo before the next one, only the
   * iteration bound still matters.
   */
  private describeVisit(
    words: ContentWords,
    visit: Visit,
    { operations, effects, writes, recent }: Progress,
    pending: Operation,
  ): Rest {
    const oldest = this.described;
    const isChanged = visit.effects !== effects || writes.areNoticed(visit.writes, pending);
    words.add(isChanged ? 1 : 0);
    if (isChanged) return 'bound';
    oldest.changesAll = false;
    words.add(visit.stands.size);
    for (const [whole, stand] of visit.stands) {
      words.text(whole);
      words.add(operations - stand.operations);
      words.add(stand.choices);
    }
    writes.describe(words, visit.writes);
    oldest.writes = Math.min(oldest.writes, visit.writes);
    const round = recent.slice(recent.length - (operations - visit.operations));
    const repeatable = mayBeRepeatable(round, this.context.ownership, this.handle);
    words.add(repeatable ? 1 : 0);
    if (!repeatable) return 'stands';
    words.add(operations - visit.operations);
    words.add(visit.choices);
    words.text(visit.uncounted);
    oldest.operations = Math.min(oldest.operations, visit.operations);
    return 'all';
  }

  restore({ visits, lastHead }: SavedLoops): void {
    if (this.visits.size > 0) this.visits.clear();
    for (let i = 0; i < visits.length; i++) this.visits.set(...visits[i]!);
    this.lastHead = lastHead;
    this.repetition = undefined;
  }

  /** Returns the visit so that it may change. */
  private own(key: number): Visit | undefined {
    const visit = this.visits.get(key);
    if (visit?.isShared !== true) return visit;
    const own = copyOf(visit, new Map(visit.stands), false);
    this.visits.set(key, own);
    return own;
  }

  /** Called at the head of a loop while nothing is visible yet. */
  *visitAlone(loop: number, depth: number, progress: Progress): Steps<undefined> {
    const key = this.keyOf(loop, depth);
    const visit = this.visits.get(key);
    if (visit === undefined) this.begin(key, progress);
    else yield this.stop(this.infoOf(loop), silence(visit));
    this.lastHead = progress.operations;
    return undefined;
  }

  private begin(key: number, { operations, effects, choices, writes }: Progress): Visit {
    const visit = newVisit(operations, effects, writes.count, choices);
    this.visits.set(key, visit);
    return visit;
  }

  /**
   * Blocks the thread if a silent iteration changes nothing: it would repeat forever, unless memory that seems private
   * is not.
   */
  private *look(visit: Visit, info: LoopInfo, state: string): Steps<void> {
    if (visit.silent === visit.lookAt) {
      visit.seen = state;
      return;
    }
    if (this.context.bounds.wait && info.comparable && state === visit.seen) yield stuck(0, info.site);
    visit.lookAt = 2 * visit.silent;
  }

  private keyOf(loop: number, depth: number): number {
    return depth * this.loopCount + loop;
  }

  private infoOf(loop: number): LoopInfo {
    const info = this.context.image.tables.loops[loop]!;
    const site = this.siteOf(info);
    const { function: name, comparable, counted } = info;
    return { function: name, comparable, counted, ...(site && { site }) };
  }

  private *again(
    key: number,
    visit: Visit,
    info: LoopInfo,
    progress: Progress,
    state: PrivateState,
    whole: string,
  ): Steps<void> {
    const { operations, choices, recent } = progress;
    const { wait, unroll } = this.context.bounds;
    const changes = progress.effects !== visit.effects || !progress.writes.areUnnoticed(visit.writes);
    if (changes) visit.stands.clear();
    const before = visit.stands.get(whole);
    if (wait && before !== undefined) {
      // Other choices are also explored, so this is not an endless loop.
      if (choices !== before.choices) yield cut(info.site, false);
      yield stuck(operations - before.operations, info.site);
    }
    const isSame = !changes && choices === visit.choices && uncounted(state) === visit.uncounted;
    if (wait && isSame) {
      const round = recent.slice(visit.operations - operations);
      if (isRepeatable(round, this.context.ownership, this.handle)) {
        this.repetition = new Repetition(key, state.carried, round);
        return;
      }
    }
    const most = unroll ?? (info.counted ? MOST_COUNTED : MOST_ITERATIONS);
    // Without bounds, the number of iterations is not to distinguish states.
    const counts = !this.isUnbounded || choices !== visit.choices;
    if (counts && ++visit.iterations >= most)
      yield this.stop(info, `${most} iterations`, 'raise --unroll', !this.isUnbounded);
    this.stand(visit, progress, state, whole);
  }

  /** Records the thread's progress at the head of the loop. */
  private stand(visit: Visit, progress: Progress, state: PrivateState, whole: string): void {
    const { operations, effects, choices, writes } = progress;
    visit.stands.set(whole, { operations, choices });
    visit.operations = operations;
    visit.effects = effects;
    visit.writes = writes.count;
    visit.choices = choices;
    visit.uncounted = uncounted(state);
    visit.silent = 0;
    visit.lookAt = FIRST_LOOK;
  }

  /** Cuts the loop off and records a limit. */
  private stop(info: LoopInfo, bound: string, advice = FEWER, isOfLoop = false): Operation {
    this.context.limits.set(place(info), { what: place(info), bound, advice, ...(isOfLoop && { isOfLoop }) });
    return cut(info.site, false);
  }
}

function uncounted({ carried, rest }: PrivateState): string {
  return `${carried}\n${rest}`;
}

function silence({ silent }: Visit): string {
  return `${silent - 1} iterations in a row without a visible operation`;
}

function place({ site, function: name }: { readonly site?: Site; readonly function: string }): string {
  return site === undefined ? `a loop of ${name}` : `the loop at ${formatSite(site)}`;
}
