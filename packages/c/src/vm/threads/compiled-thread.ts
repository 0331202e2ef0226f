import type { Operation, Site } from '@fencepost/core';
import {
  CheckFailed,
  InvalidAccess,
  JOIN,
  LOAD,
  RestartSearch,
  childHandle,
  decodeWide,
  formatSite,
  load,
  spawn,
} from '@fencepost/core';
import type { LabelInfo, Place } from '../../ir/syntax/tables.js';
import { pointerResult } from '../../runtime/base/define.js';
import { libraryFunction, mayDoNothing, openFunction } from '../../runtime/library.js';
import { after, locksOf, useOf } from '../../runtime/base/locking.js';
import { resultPlace } from '../../runtime/base/places.js';
import type {
  Allocator,
  CallStart,
  CompiledCall,
  CompiledScenario,
  LibraryValue,
  Steps,
  ThreadServices,
  ThreadStart,
  VariadicArguments,
} from '../../runtime/base/services.js';
import { NestedCall, THREAD_ENDS } from '../../runtime/base/services.js';
import { tellTime } from '../../runtime/libc/time.js';
import { AtomicSections } from '../context/atomic-sections.js';
import type { AccessingThread } from './access-imports.js';
import { accesses } from './access-imports.js';
import { performAlone } from './single-thread-run.js';
import { CallsMade } from './calls-made.js';
import { chooseAmong } from './choices.js';
import type { ContentWords } from '../instance/content-words.js';
import type { Bounds, Context } from '../context/context.js';
import type { Instance } from '../instance/instance.js';
import { Loops } from './spin-detection.js';
import { MemoryServices } from '../memory/memory-services.js';
import { OwnWrites } from './own-writes.js';
import type { Done } from './repetition.js';
import type { ProgramEnd, Remarks } from '../../runtime/base/run-notes.js';
import { endText } from '../../runtime/base/run-notes.js';
import { privateState } from './private-state.js';
import type { SavedThread } from './saved-thread.js';
import { describeThread, restoreThread, saveThread } from './saved-thread.js';
import type { Access } from './single-access.js';
import { SingleAccess } from './single-access.js';
import { endProgram, endStarted, leaveProgram } from './thread-end.js';
import { ThreadMemory } from '../memory/thread-memory.js';
import type { Behaviour } from './thread-run.js';
import { CompiledRun, THREAD_EXIT, hasEffect } from './thread-run.js';
import { threadName } from '../objects/thread-name.js';
import type { Entry, Parent } from './thread-origin.js';
import { ThreadVariables } from '../memory/thread-variables.js';
import { PackedArguments } from './variadic.js';

/** A thread of a compiled program: the behaviour of its imports. */
export class CompiledThread extends MemoryServices implements AccessingThread, Behaviour, ThreadServices {
  readonly handle: number;
  readonly entries: readonly Entry[];
  readonly memory: ThreadMemory;
  readonly loops: Loops;
  readonly variables: ThreadVariables;
  readonly own = new Map<string, number | bigint>();
  readonly context: Context;
  swapped = false;
  upper = 0n;
  site: Site | undefined;
  returns: { readonly status: number; readonly site?: Site | undefined } = { status: 0 };
  readonly remarks: Remarks;
  readonly bounds: Bounds;
  readonly carried: (number | bigint)[] = [];
  readonly counted: (number | bigint)[] = [];
  readonly carriedMemory: number[] = [];
  readonly recent: Done[] = [];
  readonly writes: OwnWrites;
  operations = 0;
  effects = 0;
  choices = 0;
  /** Number of open values chosen when the thread reached its last access. */
  choicesBefore = 0;
  /** Number of threads it has started. `joined`: number of threads it has joined. */
  spawned = 0;
  joined = 0;
  private readonly instance: Instance;
  readonly sections: AtomicSections | undefined;
  protected readonly isMain: boolean;
  readonly calls: CallsMade | undefined;
  readonly scenario: CompiledScenario | undefined;
  /** Place where another thread started this one. */
  private readonly startedAt: Site | undefined;
  allocations = 0;
  /** The argument it has passed to `pthread_exit`. */
  exited: bigint | undefined;
  /** Whether its function has returned, or it has left all calls. */
  ends = false;
  readonly raised = new Map<number, Site | undefined>();
  private output = '';
  /** The library call that the thread has reached. */
  private calling: LabelInfo | undefined;
  /** States of synchronisation objects while the thread is alone. */
  private readonly synchronisation = new Map<number, number>();

  constructor(
    context: Context,
    instance: Instance,
    handle: number,
    entries: readonly Entry[],
    parent: Parent | undefined,
    scenario?: CompiledScenario,
    private readonly unbounded = false,
  ) {
    super();
    this.context = context;
    this.remarks = context.remarks;
    this.bounds = context.bounds;
    this.instance = instance;
    this.handle = handle;
    this.entries = entries;
    this.isMain = parent === undefined;
    this.startedAt = parent?.startedAt;
    this.memory = new ThreadMemory(context, handle, instance, this.isMain, () => this.writes.count > 0);
    if (parent?.gift !== undefined) this.memory.receive(parent.gift);
    this.scenario = scenario;
    const calls = parent === undefined ? scenario?.before : parent.calls;
    if (calls !== undefined) this.calls = new CallsMade(calls, this.own, context.names);
    this.variables = new ThreadVariables(context, handle, this.memory);
    this.writes = new OwnWrites(context.ownership, handle);
    if (this.uses('__VERIFIER_atomic_begin')) this.sections = new AtomicSections(this, context);
    this.loops = new Loops(context, handle, (place) => this.siteOf(place), scenario?.isHasty, unbounded);
  }

  imported(name: string, args: readonly (number | bigint)[]): LibraryValue | Steps<LibraryValue> {
    const result = this.importedAnywhere(name, args);
    return this.sections === undefined || typeof result !== 'object' ? result : this.sections.around(result);
  }

  private importedAnywhere(name: string, args: readonly (number | bigint)[]): LibraryValue | Steps<LibraryValue> {
    const access = accesses.get(name);
    if (access !== undefined) {
      this.memory.rooms.leave();
      this.choicesBefore = this.choices;
      return access(this, ...(args as readonly number[]));
    }
    this.memory.enterLibrary();
    const [label, ...rest] = args;
    const info = (this.calling = this.context.image.tables.labels[Number(label)]);
    const site = (this.site = this.siteOf(info ?? {}));
    const isOpen = info?.unknown !== undefined && this.bounds.openFunctions === true && mayDoNothing(name);
    const fn = isOpen ? openFunction(info.unknown) : libraryFunction(name, site);
    const locks = locksOf(name, rest);
    const result =
      locks.length === 0
        ? fn(this, site, ...rest)
        : after(this.memory.lifetimes.checkLocks(locks, useOf(name), site), () => fn(this, site, ...rest));
    return info?.pointer === true ? pointerResult(this, result) : result;
  }

  siteOf({ site, foreign }: Place): Site | undefined {
    if (foreign !== true) return site;
    return this.context.image.tables.labels[this.instance.caller]?.site ?? this.startedAt ?? site;
  }

  *end(result: LibraryValue): Steps<readonly string[] | undefined> {
    this.ends = true;
    this.writes.before(undefined);
    if (!this.isMain) yield* endStarted(this, this.exited ?? BigInt(result ?? 0), this.site);
    else if (this.exited === undefined) {
      // The threads of the scenario still run.
      if (this.scenario?.tearDown === 0) return this.calls?.results();
      this.endWith(this.returns.status, 'return', this.returns.site);
      yield* endProgram(this);
    } else yield* leaveProgram(this, this.exited, this.context.nested);
    return this.calls?.results();
  }

  /**
   * While the thread is alone, none of its operations is visible. An operation that would wait for another thread ends
   * this phase.
   */
  answer(operation: Operation): number | undefined {
    if (!this.memory.alone) return this.loops.answer(operation);
    const result = performAlone(operation, this.synchronisation, this.handle);
    if (result === undefined) {
      this.context.beginning = { ...this.memory.endAlone(), synchronisation: new Map(this.synchronisation) };
    }
    return result;
  }

  present(operation: Operation): Operation {
    const presented = this.loops.present(this.writes.before(operation), this.operations);
    return this.calls === undefined ? presented : this.calls.present(presented);
  }

  done(operation: Operation, result: number): void {
    this.operations++;
    if (operation.kind === JOIN) {
      this.joined++;
      this.memory.lifetimes.joined.add(operation.value);
    }
    this.writes.access(operation, result, this.spawned, this.memory.lifetimes.joined);
    if (hasEffect(operation, result) && !this.writes.isWrite(operation, result)) {
      this.effects++;
      this.recent.length = 0;
    } else this.recent.push({ operation, result });
  }

  visitLoop(loop: number, depth: number): Steps<undefined> | undefined {
    const { alone } = this.memory;
    const carried = this.carried.join(' ');
    const passes =
      this.loops.repeats(loop, depth, carried) || this.loops.passesSilently(loop, depth, this.operations, alone);
    const state = passes || alone ? undefined : privateState(this, this.instance, carried);
    this.carried.length = this.counted.length = this.carriedMemory.length = 0;
    if (passes) return undefined;
    if (state === undefined) return this.loops.visitAlone(loop, depth, this);
    return this.loops.visit(loop, depth, this, state);
  }

  // ThreadServices

  threadLocalNamed(name: string): number | undefined {
    return this.variables.threadLocalNamed(name);
  }

  hasJustLoaded(address: number): boolean {
    const last = this.recent.at(-1)?.operation;
    return last?.kind === LOAD && last.address === address;
  }

  uses(name: string): boolean {
    return this.context.image.libraryCalls.has(name);
  }

  variadic(buffer: number): VariadicArguments {
    return new PackedArguments(this.instance.memory, buffer, this.pointerSize);
  }

  allocate(size: number, site: Site | undefined, align?: number, by: Allocator = 'calloc'): number {
    this.effects++;
    const kind = by === 'malloc' || by === 'calloc' ? 'heap' : `heap ${by}`;
    const statement = site === undefined ? kind : `${kind} ${formatSite(site)}`;
    const details = { ...this.context.names.ofAllocation(this.calling, site), site, align, by };
    return this.context.objects.make('heap', statement, this.handle, ++this.allocations, size, details).address;
  }

  beginObject(address: number): number | Steps<number> {
    return this.memory.lifetimes.begun(this.context.objects.near(address)!);
  }

  *free(address: number, site: Site | undefined, by: Allocator = 'malloc'): Steps<void> {
    this.effects++;
    const object = this.context.objects.allocatedAt(address);
    if (object === undefined) throw new InvalidAccess('free of something that was not allocated', site);
    this.memory.lifetimes.checkAllocator(object, by, site);
    yield* this.memory.lifetimes.free(object, site, () => this.endsQuietly());
  }

  *endLocals(site: Site | undefined): Steps<void> {
    const ending = this.variables.dropLocals(0, () => this.endsQuietly(), site);
    if (ending !== undefined) yield* ending;
  }

  get nextHandle(): number {
    return childHandle(this.handle, this.spawned + 1);
  }

  *spawn(start: ThreadStart, fn: number, argument: bigint, site: Site | undefined, afterwards?: number): Steps<number> {
    if (!this.isMain && !this.context.nested) {
      this.context.nested = true;
      throw new RestartSearch('threads start threads');
    }
    this.noticeStart();
    const ordinal = ++this.spawned;
    const handle = childHandle(this.handle, ordinal);
    const entries: Entry[] = [{ entry: start, args: [BigInt(fn), argument] }];
    if (afterwards !== undefined) entries.push({ entry: '__fp_call1', args: [BigInt(afterwards), argument] });
    // Memory that the thread destroys afterwards belongs to it.
    yield* tellTime(this, handle, site);
    const gift = afterwards === undefined ? undefined : this.memory.handOver(Number(argument));
    return yield this.startOf(handle, entries, { startedAt: site, gift }, threadName(handle));
  }

  *spawnCalls(name: string, calls: readonly CompiledCall[], site: Site | undefined): Steps<number> {
    const entries = calls.map(({ call }) => ({ entry: '__fp_call', args: [BigInt(call)] }));
    this.noticeStart();
    const handle = childHandle(this.handle, ++this.spawned);
    const known = this.scenario?.known;
    if (known === undefined) return yield this.startOf(handle, entries, { startedAt: site, calls }, name);
    const numbered = calls.map((each, i) => ({ ...each, number: i }));
    const start = this.startOf(handle, entries, { startedAt: site, calls: numbered }, name);
    const key = JSON.stringify([handle, numbered]);
    return yield { ...start, body: known.body(key, calls[0]?.number ?? 0, start.body!) };
  }

  private startOf(handle: number, entries: readonly Entry[], parent: Parent, name: string): Operation {
    const { context, unbounded } = this;
    const first = context.image.exports.has('__fp_thread_start') ? [{ entry: '__fp_thread_start', args: [] }] : [];
    const all = [...first, ...entries];
    const begin = (instance: Instance): CompiledThread =>
      new CompiledThread(context, instance, handle, all, parent, undefined, unbounded);
    const body = (): CompiledRun => new CompiledRun(context, begin);
    return spawn(body, name, parent.startedAt);
  }

  *call(start: CallStart, fn: number, argument: bigint, throws = false): Steps<void> {
    yield new NestedCall(start, start === '__fp_call' ? [BigInt(fn)] : [BigInt(fn), argument], throws);
  }

  get unwinds(): boolean {
    return this.instance.unwinds;
  }

  get exiting(): number {
    return this.instance.exiting;
  }

  set exiting(value: number) {
    this.instance.exiting = value;
  }

  raise(exception: number, site: Site | undefined): void {
    this.raised.set(exception, site);
    this.instance.exiting = exception;
  }

  raisedAt(exception: number): Site | undefined {
    return this.raised.get(exception);
  }

  endWith(status: number, how: ProgramEnd, site: Site | undefined): void {
    if ((status & 0xff) === 0) return;
    if (this.context.bounds.failOnExit === true) throw new CheckFailed(endText(how, status), site);
    this.remarks.end(how, status, site);
  }

  exit(result: bigint, site: Site | undefined): void {
    if (this.ends) throw new Error('a destructor or a function that runs at exit ends the thread');
    this.exited = result;
    this.raised.set(THREAD_ENDS, site);
    if (this.instance.unwinds) this.instance.exiting = THREAD_ENDS;
    // eslint-disable-next-line @typescript-eslint/only-throw-error -- not a failure: it only has to leave all calls
    else throw THREAD_EXIT;
  }

  chooseBit(site: Site | undefined): Steps<number> {
    this.choices++;
    return this.bit(0, site);
  }

  chooseOpen(site: Site | undefined): Steps<bigint> {
    this.choices++;
    return chooseAmong(this.calling?.open, (bit) => this.bit(bit, site), this.context.limits, site);
  }

  /** Reads one bit of the current choice. */
  private *bit(number: number, site: Site | undefined): Steps<number> {
    return yield load(this.context.choice(`${this.handle} ${this.choices} ${number}`), 'relaxed', site);
  }

  *resultOf(handle: number, site: Site | undefined): Steps<bigint> {
    return decodeWide(yield { ...load(resultPlace(handle), 'relaxed', site), size: 8 });
  }

  describe(words: ContentWords, pending: Operation): number {
    return describeThread(this, words, pending);
  }

  save(): SavedThread {
    return saveThread(this);
  }

  again({ operation, size }: Access): SingleAccess {
    this.site = operation.site;
    return new SingleAccess(this, operation, size);
  }

  restore(saved: SavedThread): void {
    restoreThread(this, saved);
  }

  print(text: string): void {
    this.output += text;
  }

  takePrinted(): string {
    const { output } = this;
    this.output = '';
    return output;
  }
}
