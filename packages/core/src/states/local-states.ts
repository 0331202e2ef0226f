import type { ModelName } from '../models/index.js';
import { encodeFunction } from '../operations/atomics.js';
import { isFencepostError } from '../common/errors.js';
import { ORDER_BITS, codeOf, failureCodeOf } from '../operations/codes.js';
import { IntegerPairs } from './integer-pairs.js';
import { LabelTable } from './labels.js';
import { Locations } from './locations.js';
import type { Operation, ThreadSnapshot, ThreadBody, ThreadRun } from '../operations/operation.js';
import {
  COMPARISONS,
  ABANDONED,
  CUT,
  DONE,
  FAIL,
  FENCE,
  JOIN,
  KIND_NAMES,
  PROGRESS,
  RMW,
  SPAWN,
  STORE,
  STUCK,
  satisfies,
} from '../operations/operation.js';
import type { Limit, Program, ThreadSource } from '../program/program.js';
import { failureFrom } from '../program/program.js';
import { isRestart } from '../program/restart.js';
import { checkOperation, checkWord } from '../operations/check-operation.js';
import { DepthLimit } from './depth-limit.js';
import { FORGOTTEN, StateColumns } from './state-columns.js';
import { Threads, childHandle, staticHandle } from '../program/threads.js';
import { Essences } from './essences.js';
import { isAsRecorded, notHeld, operandOf } from './recorded.js';
import { ThreadSnapshots } from './thread-snapshots.js';
import type { Failure } from '../program/verdict.js';

/** A started thread: its root state, and a coroutine parked at the last state it ran to. */
interface Root {
  readonly body: ThreadBody;
  readonly thread: number;
  /** The state in which it was spawned; 0 for a static thread. */
  readonly spawner: number;
  run: ThreadRun | undefined;
  parkedAt: number;
}

/** Number of states below which none is forgotten: a few megabytes. */
const FEW_STATES = 1 << 15;

/**
 * A literal implementation of the papers' (s0, next, update): a local state is a small integer, `next` is the columns
 * below, `update` a hash lookup. States are the nodes of one trie of results per thread, discovered by running the
 * thread's coroutine along the path of results; known results are not run again. State 0 does not exist.
 */
export class LocalStates extends StateColumns {
  readonly program: Program;
  readonly locations: Locations;
  readonly threads = new Threads();
  readonly labels = new LabelTable();
  /** The static threads. Read once: `program.threads` may build its list again each time. `initial`: their root states. */
  readonly sources: readonly ThreadSource[];
  readonly initial: readonly number[];
  /** Root states of all threads, in the order in which they were discovered. */
  rootStates: number[] = [];
  /** Incremented when states are forgotten, since their numbers are then reused. */
  epoch = 0;
  private readonly fewStates: number;
  private limit: number;
  private readonly snapshots = new ThreadSnapshots();
  private readonly essences = new Essences();
  /** State of a thread that is not followed any further, by root. */
  private readonly abandoned = new Map<number, number>();
  private readonly roots = new Map<number, Root>();
  private rootCount = 0;
  private readonly outcomes = new Map<number, unknown>();
  private readonly failures = new Map<number, Failure>();
  private readonly texts = new Map<number, string>();
  readonly daemons: ReadonlySet<string>;
  private readonly depth: DepthLimit;
  /** Whether several paths may lead to one state. Not with `after`, which may query results, or with `maxDepth`. */
  private readonly merges: boolean;

  /** `maxDepth`: maximum number of operations per thread; `tooDeep`: threads that exceeded it so far. */
  constructor(program: Program, fewStates = FEW_STATES, maxDepth = Infinity, tooDeep: Iterable<string> = []) {
    super();
    this.program = program;
    this.depth = new DepthLimit(maxDepth, tooDeep);
    this.merges = program.after === undefined && !this.depth.isFinite;
    this.daemons = new Set(program.daemons);
    this.anyIdle = this.daemons.size > 0;
    this.fewStates = this.limit = fewStates;
    this.locations = new Locations(program);
    this.sources = program.threads;
    this.sources.forEach((source, i) => this.threads.intern(staticHandle(i), source.name));
    this.initial = this.sources.map((source, i) => this.start(source.body, i, 0));
  }

  /** Whether states that are not in use should be forgotten. */
  get crowded(): boolean {
    return this.size > this.limit;
  }

  /** Whether any thread has failed. */
  get anyFailure(): boolean {
    return this.failures.size > 0;
  }

  /**
   * Forgets the states that are neither in these columns nor on the path by which such a state was first reached. They
   * are discovered again when needed, so memory stays flat however long a search runs. Their numbers are reused.
   */
  forgetAllBut(columns: Iterable<Iterable<number>>): void {
    this.epoch++;
    const used = new Uint8Array(this.count);
    for (const state of this.initial) this.markUsed(used, state);
    for (const column of columns) for (const state of column) this.markUsed(used, state);
    for (let state = 1; state < this.count; state++) {
      if (used[state] === 0 && this.kind[state] !== FORGOTTEN) this.forget(state);
    }
    const { successors } = this;
    this.successors = new IntegerPairs();
    this.cachedNext.fill(0);
    successors.forEach((state, result, next) => {
      if (used[state] === 1 && used[next] === 1) this.successors.add(state, result, next);
    });
    this.snapshots.forgetAllBut(used);
    this.essences.forgetAllBut(used);
    for (const [root, state] of this.abandoned) if (used[state] !== 1) this.abandoned.delete(root);
    this.rootStates = this.rootStates.filter((state) => used[state] === 1);
    for (const root of this.roots.values()) if (used[root.parkedAt] !== 1) root.run = undefined;
    this.limit = Math.max(this.fewStates, 2 * this.size);
  }

  /** Marks the states that lead to this one; a spawn also marks the first state of the thread it starts. */
  private markUsed(used: Uint8Array, last: number): void {
    for (let state = last; state !== 0 && used[state] === 0 && this.kind[state] !== FORGOTTEN;) {
      used[state] = 1;
      if (this.kind[state] === SPAWN) this.markUsed(used, this.second[state]!);
      state = this.parent[state]! || this.roots.get(this.root[state]!)!.spawner;
    }
  }

  private forget(state: number): void {
    if (this.kind[state] === SPAWN) this.roots.delete(this.root[this.second[state]!]!);
    this.outcomes.delete(state);
    this.failures.delete(state);
    this.texts.delete(state);
    this.free(state);
  }

  /**
   * Returns the state after `result` arrived in `state`. The result of a spawn is the child's handle; operations
   * without a result have 0.
   */
  update(state: number, result: number): number {
    if (this.cachedResult[state] === result) {
      const cached = this.cachedNext[state]!;
      if (cached !== 0) return cached;
    }
    const next = this.successors.get(state, result) || this.following(state, result);
    this.cachedResult[state] = result;
    this.cachedNext[state] = next;
    return next;
  }

  /** Whether the operation of `state` can proceed if it reads `value`. `progress`: runs the thread on to find out. */
  accepts(state: number, value: number): boolean {
    const comparison = this.comparison[state]!;
    if (comparison === 0) return true;
    if (comparison < PROGRESS) return satisfies(comparison, value, this.awaited[state]!);
    if (comparison !== PROGRESS) return this.transitions.isReady(this.operand[state]!, value);
    const next = this.update(state, value);
    return this.kind[next] !== STUCK || this.operand[next] !== 1 || this.waitsIdly(next);
  }

  /** Whether the states with the same future as this one can be identified. */
  hasEssence(state: number): boolean {
    return this.essences.isKnown(state);
  }

  /** Whether a thread continues in both states in the same way. Also false if that is not known. */
  areAlike(state: number, other: number): boolean {
    const essence = this.essences.of(state);
    return essence !== 0 && this.essences.of(other) === essence;
  }

  /** Returns the state of a thread that is abandoned because another execution shows what it would do. */
  abandonedAfter(state: number): number {
    const root = this.root[state]!;
    const known = this.abandoned.get(root);
    if (known !== undefined) return known;
    const abandoned = this.allocate(root, state, 0);
    this.recordTerminal(abandoned, CUT);
    this.operand[abandoned] = ABANDONED;
    this.anyCut = true;
    this.abandoned.set(root, abandoned);
    return abandoned;
  }

  /** Returns the output of the thread before it reached this state. */
  printed(state: number): string {
    return this.texts.size === 0 ? '' : (this.texts.get(state) ?? '');
  }

  /** Returns the thread that a state belongs to. */
  threadOf(state: number): number {
    return this.roots.get(this.root[state]!)!.thread;
  }

  /** Returns the result of the thread; only in a state of kind DONE. `failure`: only in one of kind FAIL. */
  outcome(state: number): unknown {
    return this.outcomes.get(state);
  }

  failure(state: number): Failure {
    return this.failures.get(state)!;
  }

  private start(body: ThreadBody, thread: number, spawner: number): number {
    const root: Root = { body, thread, spawner, run: undefined, parkedAt: 0 };
    const number = this.rootCount++;
    this.roots.set(number, root);
    root.run = body();
    root.parkedAt = this.step(root.run, number, 0, 0);
    this.rootStates.push(root.parkedAt);
    return root.parkedAt;
  }

  /** Returns the next state. Results from which the thread learns the same lead to the same state. */
  private following(state: number, result: number): number {
    const learned = this.learned(state, result);
    if (learned === result) return this.discover(state, result);
    const next = this.successors.get(state, learned) || this.discover(state, learned);
    this.successors.add(state, result, next);
    return next;
  }

  private discover(state: number, result: number): number {
    const number = this.root[state]!;
    const root = this.roots.get(number)!;
    const run = root.parkedAt === state && root.run !== undefined ? root.run : this.rerun(root, state, result);
    // While the coroutine runs, or after it throws an error of ours, it is not parked.
    root.run = undefined;
    const next = this.step(run, number, state, result);
    this.successors.add(state, result, next);
    root.run = run;
    root.parkedAt = next;
    return next;
  }

  /**
   * Runs a coroutine to `state`, before `result`: from the last snapshot of the thread on the path, or from its start.
   * Each step must be as recorded.
   */
  private rerun(root: Root, state: number, result: number): ThreadRun {
    const path: number[] = [];
    let from: ThreadSnapshot | undefined;
    for (let s = state; s !== 0 && from === undefined; s = this.parent[s]!) {
      path.push(s);
      from = this.snapshots.get(s);
    }
    path.reverse();
    const run = (from && root.run) ?? root.body();
    root.run = undefined; // not parked, even if it throws
    if (run.follow === undefined) {
      for (const s of path) if (!this.repeats(run, s)) throw this.labels.nondeterminism(this.label[s]!);
      return run;
    }
    let last = 0;
    const isExpected = (operation: Operation, i: number): boolean => isAsRecorded(this, path[(last = i)]!, operation);
    const results = path.slice(1).map((s) => this.results[s]!);
    const repeats =
      from === undefined ? run.follow(results, isExpected, result) : run.resume!(from, results, isExpected);
    if (!repeats) throw this.labels.nondeterminism(this.label[path[last]!]!);
    run.takePrinted?.(); // already recorded
    return run;
  }

  /** Runs the coroutine to `state` again. Returns whether it matches the record. */
  private repeats(run: ThreadRun, state: number): boolean {
    try {
      const step = run.next(this.results[state]!);
      return step.done !== true && isAsRecorded(this, state, step.value);
    } catch (error) {
      if (isRestart(error)) throw error;
      return false;
    }
  }

  /** Resumes the coroutine with `result` and records the operation at which it parks, unless that state is known. */
  private step(run: ThreadRun, root: number, parent: number, result: number): number {
    if (parent !== 0 && this.unlocks[parent] === 1 && result !== this.threads.handles[this.threadOf(parent)]) {
      return this.recordFailure(this.allocate(root, parent, result), notHeld(this, parent));
    }
    let step: IteratorResult<Operation, unknown>;
    this.runs++;
    try {
      step = run.next(result);
    } catch (error) {
      if (isFencepostError(error) || isRestart(error)) throw error;
      const state = this.allocate(root, parent, result);
      const text = run.takePrinted?.() ?? '';
      if (text !== '') this.texts.set(state, text);
      return this.recordFailure(state, failureFrom(error, this.nameOf(state)));
    }
    const printed = run.takePrinted?.() ?? '';
    const mayMerge = this.merges && run.save !== undefined && printed === '';
    const find = this.snapshots.finder(root, mayMerge);
    const snapshot = step.done !== true && !this.snapshots.isFull ? run.save?.(find) : undefined;
    const known = this.snapshots.known(snapshot);
    if (known !== 0 || typeof snapshot === 'number') return known;
    const isEnd = mayMerge && step.done === true && step.value === undefined && parent !== 0;
    const last = isEnd ? this.label[parent]! : -1;
    const ended = isEnd ? this.snapshots.ended(root, last) : 0;
    if (ended !== 0) return ended;
    const state = this.allocate(root, parent, result);
    this.snapshots.add(state, root, snapshot, last, mayMerge);
    const hasEnded = isEnd && this.snapshots.get(parent)?.essence !== undefined;
    const words = printed === '' && !this.depth.isFinite ? run.essence?.() : undefined;
    if (words !== undefined) this.essences.note(state, root, { words, essence: words.length }, false);
    else this.essences.note(state, root, mayMerge ? snapshot : undefined, hasEnded);
    if (printed !== '') this.texts.set(state, printed);
    if (step.done !== true)
      this.record(state, this.depth.within(step.value, this.position[state]!, this.nameOf(state)));
    else this.recordTerminal(state, DONE);
    if (step.done === true && step.value !== undefined) this.outcomes.set(state, step.value);
    return state;
  }

  /** Returns the names of the threads that were cut off at `maxDepth`. */
  get cutByDepth(): readonly string[] {
    return this.depth.exceededBy();
  }

  /** Returns the bounds that were hit, under a model or under any: the program's own, and `maxDepth`. */
  limits(model?: ModelName): Limit[] {
    const isHit = ({ models }: Limit): boolean => model === undefined || (models?.includes(model) ?? true);
    const own = (this.program.limits?.() ?? []).filter(isHit);
    return [...own, ...this.depth.limits()];
  }

  private nameOf(state: number): string {
    return this.threads.names[this.threadOf(state)]!;
  }

  private record(state: number, op: Operation): void {
    const thread = this.threadOf(state);
    checkOperation(op, this.threads.names[thread]!);
    this.kind[state] = op.kind;
    this.code[state] = codeOf(op);
    this.failureCode[state] = failureCodeOf(op);
    this.label[state] = this.labels.intern(
      KIND_NAMES[op.kind]!,
      this.threads.names[thread]!,
      this.position[state]!,
      op.site,
      op.role,
      op.task,
    );
    this.fn[state] = encodeFunction(op.fn, op.width);
    this.comparison[state] = COMPARISONS.indexOf(op.until);
    this.awaited[state] = op.awaited;
    this.location[state] = -1;
    this.call[state] = op.call;
    this.looked[state] = op.looked ? 1 : 0;
    this.note(state, op);
    if (op.kind === SPAWN) this.recordSpawn(state, op, thread);
    else if (op.kind === JOIN) this.operand[state] = this.threads.indexOf(op.value);
    else {
      for (const word of [op.value, op.expected, op.awaited]) checkWord(word, 'value', op.site);
      if (op.kind < FENCE) this.location[state] = this.locations.intern(op);
      this.operand[state] = operandOf(this, op, thread);
      this.second[state] = op.kind === STORE && op.transition ? this.transitions.intern(op.transition) : op.expected;
      this.unlocks[state] = op.kind === RMW && op.mutex && op.until === '' && op.fn !== 'cas' ? 1 : 0;
    }
  }

  private recordSpawn(state: number, op: Operation, parent: number): void {
    const ordinal = this.spawned[state]! + 1;
    this.spawned[state] = ordinal;
    const child = this.threads.intern(childHandle(this.threads.handles[parent]!, ordinal), op.name);
    this.operand[state] = child;
    const root = this.start(op.body!, child, state);
    this.second[state] = root;
  }

  private recordFailure(state: number, failure: Failure): number {
    this.recordTerminal(state, FAIL);
    this.failures.set(state, failure);
    return state;
  }

  private recordTerminal(state: number, kind: number): void {
    this.kind[state] = kind;
    this.code[state] = kind << ORDER_BITS;
    this.location[state] = -1;
    this.label[state] = this.labels.intern(KIND_NAMES[kind]!, this.nameOf(state), this.position[state]!, undefined);
  }
}
