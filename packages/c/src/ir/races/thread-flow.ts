import type { Context, Contexts, Site, Thread } from './contexts.js';
import { isOnce, isOnceInThread } from './contexts.js';
import { JoinLoops } from './join-loops.js';
import type { FlagOperations } from './flags.js';
import type { MemoryObject } from './memory.js';
import { isSingle } from './memory.js';
import { FreshObjects } from './fresh-objects.js';
import { NamedLocks } from './named-locks.js';
import { Names } from './names.js';
import type { CallOperation, Edge, Operation, Sources } from './operations.js';
import { NotFollowed } from './operations.js';
import type { PointsTo } from './points-to.js';
import { nameOf } from './points-to.js';
import { sharedObjects } from './shared-objects.js';
import type { State } from './state.js';
import { copyOf, initialState, weaken } from './state.js';
import type { Synchronisation } from './synchronisation.js';
import { isSection, synchronisationBy } from './synchronisation.js';

/** The lock of atomic sections. */
const SECTION = 'section';

const REMAKES = /^@(?:pthread_(?:mutex|rwlock|spin)|mtx)_(?:init|destroy)$/;

/** Called for each operation that can be reached, with what holds before and after it. */
export type Visitor = (operation: Operation, site: Site, before: State, after: State) => void;

/** Whether a thread may come to a block of a call. */
export type Reached = (context: Context, block: number) => boolean;

/**
 * Which locks each operation holds at least (Savage et al. 1997), and which threads may run besides. Follows the calls of
 * each thread from its start.
 */
export class ThreadFlow {
  /** The objects that several threads may access. */
  readonly shared: ReadonlySet<number>;
  readonly locks: NamedLocks;
  readonly fresh: FreshObjects;
  private readonly joins: JoinLoops;
  private readonly flags: FlagOperations | undefined;
  private readonly reached: Reached | undefined;
  private readonly pointsTo: PointsTo;
  private readonly contexts: Contexts;
  private readonly entries = new Map<Context, State>();
  private readonly exits = new Map<Context, State>();
  private readonly blocks = new Map<Context, (State | undefined)[]>();
  /** What holds when a thread ends. */
  private readonly ends = new Map<Thread, State>();
  private readonly active = new Set<Context>();
  private done = new Set<Context>();
  private isChanged = false;

  /** `flags`: variables that are locks; `reached`: the blocks that values let threads reach. */
  constructor(pointsTo: PointsTo, flags?: FlagOperations, reached?: Reached) {
    this.pointsTo = pointsTo;
    this.flags = flags;
    this.reached = reached;
    this.contexts = pointsTo.contexts;
    this.shared = sharedObjects(pointsTo);
    const names = new Names(pointsTo);
    this.locks = new NamedLocks(names, pointsTo);
    this.fresh = new FreshObjects(pointsTo, names);
    this.joins = new JoinLoops(pointsTo, names);
    // What a thread leaves running is known before its parent joins it.
    for (const thread of this.contexts.threads.toReversed()) {
      while (this.pass(thread));
    }
    this.done = new Set(this.contexts.all);
  }

  visit(visitor: Visitor): void {
    for (const [context, states] of this.blocks) {
      context.body.blocks.forEach(({ operations }, block) => {
        let state = states[block];
        operations.forEach((operation, index) => {
          if (state === undefined) return;
          const before = copyOf(state);
          state = this.step(operation, { context, block, index }, state);
          visitor(operation, { context, block, index }, before, state ?? before);
        });
      });
    }
  }

  /** Follows the thread from its start; returns whether a recursion has to be followed again. */
  private pass(thread: Thread): boolean {
    this.isChanged = false;
    this.done = new Set();
    this.enter(thread.root, initialState());
    return this.isChanged;
  }

  /** Analyses a call in this state; returns the state after it, or undefined if it does not return. */
  private enter(context: Context, state: State): State | undefined {
    if (this.reached?.(context, 0) === false) return undefined;
    if (isSection(context.body.name)) state.held.set(SECTION, 'exclusive');
    const known = this.entries.get(context);
    if (known === undefined) this.entries.set(context, state);
    else if (weaken(known, state)) this.isChanged ||= this.active.has(context);
    else if (this.done.has(context)) return this.exits.get(context);
    if (this.active.has(context)) return this.exits.get(context);
    this.active.add(context);
    this.follow(context);
    this.active.delete(context);
    this.done.add(context);
    return this.exits.get(context);
  }

  private follow(context: Context): void {
    const { blocks } = context.body;
    let states = this.blocks.get(context);
    if (states === undefined) this.blocks.set(context, (states = blocks.map(() => undefined)));
    const entry = copyOf(this.entries.get(context)!);
    if (states[0] === undefined) states[0] = entry;
    else weaken(states[0], entry);
    // Calls within a recursion may return with less than before.
    const todo = new Set([...blocks.keys()].filter((block) => states[block] !== undefined));
    for (const block of todo) {
      todo.delete(block);
      const state = this.through(context, block, copyOf(states[block]!));
      if (state === undefined) continue;
      for (const edge of blocks[block]!.edges) {
        if (this.reached?.(context, edge.target) === false) continue;
        const next = along(edge, state);
        for (const thread of this.joins.joined(context, block, edge.target)) this.ended(thread, next.running);
        const known = states[edge.target];
        if (known === undefined) states[edge.target] = next;
        else if (!weaken(known, next)) continue;
        todo.add(edge.target);
      }
    }
  }

  /** Returns the state after a block; undefined if it is not left. */
  private through(context: Context, block: number, before: State): State | undefined {
    let state: State | undefined = before;
    for (const [index, operation] of context.block(block).operations.entries()) {
      state = this.step(operation, { context, block, index }, state);
      if (state === undefined) return undefined;
    }
    return state;
  }

  /** Returns the state after an operation; undefined if it is not reached. */
  private step(operation: Operation, site: Site, state: State): State | undefined {
    const after = this.effect(operation, site, state);
    if (after !== undefined && 'to' in operation) this.locks.forget(site.context.first + operation.to, after);
    return after;
  }

  private effect(operation: Operation, site: Site, state: State): State | undefined {
    const { context } = site;
    switch (operation.kind) {
      case 'store':
        passAttempt(operation.value, privateAt(operation.address, context), state);
        if (privateAt(operation.address, context) === undefined) {
          this.fresh.publish(operation.value, context, state, operation.address);
        }
        this.flag(operation, context, state);
        return state;
      case 'load':
        passAttempt(operation.address, operation.to, state);
        return state;
      case 'return':
        this.leave(context, state);
        return state;
      case 'call':
        return this.call(operation, site, state);
      default:
        return state;
    }
  }

  /** Whether the operation is a store that takes a lock. */
  takes(operation: Operation, context: Context): boolean {
    return this.flags?.get(context)?.get(operation)?.takes === true;
  }

  private flag(operation: Operation, context: Context, { held }: State): void {
    const flag = this.flags?.get(context)?.get(operation);
    if (flag?.takes === true) held.set(flag.lock, 'exclusive');
    else if (flag !== undefined) held.delete(flag.lock);
  }

  private leave(context: Context, state: State): void {
    const left = copyOf(state);
    left.attempts.clear();
    if (isSection(context.body.name)) left.held.delete(SECTION);
    const known = this.exits.get(context);
    if (known === undefined) this.exits.set(context, left);
    if (known === undefined || weaken(known, left)) this.isChanged ||= context.isRecursive;
    if (context.caller === undefined) this.end(context.thread, left);
  }

  private end(thread: Thread, state: State): void {
    const known = this.ends.get(thread);
    if (known === undefined) this.ends.set(thread, copyOf(state));
    else weaken(known, state);
  }

  private call(call: CallOperation, site: Site, state: State): State | undefined {
    const { context } = site;
    const names = this.pointsTo.callees(call, context);
    if (names.length === 0) throw new NotFollowed('a call of an unknown function');
    let after: State | undefined;
    for (const name of names) {
      const left = this.callOf(name, call, site, copyOf(state));
      if (left === undefined) continue;
      if (after === undefined) after = left;
      else weaken(after, left);
    }
    return after;
  }

  private callOf(name: string, call: CallOperation, site: Site, state: State): State | undefined {
    const { context } = site;
    if (call.to >= 0) state.attempts.delete(call.to);
    if (this.contexts.program.bodies.has(name)) {
      const inner = copyOf(state);
      inner.attempts.clear();
      const callee = this.contexts.callee(site, call, name);
      for (let place = 0; place < callee.body.parameters; place++) this.locks.forget(callee.first + place, inner);
      const left = this.enter(callee, inner);
      return left && copyOf(left);
    }
    this.fresh.allocate(name.slice(1), call, context, state);
    // Whoever holds a lock that is made again does not exclude others.
    if (REMAKES.test(name)) this.unlock(call.arguments[0] ?? [], context, state);
    const synchronisation = synchronisationBy(name.slice(1));
    if (synchronisation === undefined) return state;
    return this.synchronise(synchronisation, call, site, state);
  }

  private synchronise(
    synchronisation: Synchronisation,
    call: CallOperation,
    site: Site,
    state: State,
  ): State | undefined {
    switch (synchronisation.kind) {
      case 'create':
        for (const argument of call.arguments) this.fresh.publish(argument, site.context, state);
        for (const thread of this.contexts.startedBy(site.context, call)) this.start(thread, state);
        return state;
      case 'join':
        this.join(call, site, state);
        return state;
      case 'exit':
        this.end(site.context.thread, state);
        return undefined;
      case 'lock': {
        const { isTry, isShared } = synchronisation;
        const address = call.arguments[0] ?? [];
        const both = [this.lock(address, site.context), this.locks.lock(address, site.context)];
        const locks = both.filter((lock) => lock !== undefined);
        if (!isTry) for (const lock of locks) state.held.set(lock, isShared ? 'shared' : 'exclusive');
        else if (call.to >= 0) state.attempts.set(call.to, { locks, isShared });
        return state;
      }
      case 'unlock':
        this.unlock(call.arguments[0] ?? [], site.context, state);
        return state;
      case 'atomic begin':
        state.held.set(SECTION, 'exclusive');
        return state;
      case 'atomic end':
        state.held.delete(SECTION);
        return state;
      case 'self':
        return state;
    }
  }

  /** Returns the lock that the value is sure to point to. */
  private lock(address: Sources, context: Context): string | undefined {
    const { objects } = this.pointsTo.targets(address, context);
    const [target] = objects;
    if (target === undefined || objects.size > 1) return undefined;
    const [number, { single }] = target;
    return single !== undefined && isSingle(this.pointsTo.objects[number]!) ? `${number} ${single}` : undefined;
  }

  /** Notes that the thread releases the lock at this address. */
  unlock(address: Sources, context: Context, { held, attempts }: State): void {
    const targets = this.pointsTo.targets(address, context);
    const { objects } = targets;
    const isFreed = (lock: string): boolean => {
      if (lock === SECTION) return false;
      const mayBe = this.locks.mayBe(lock, targets);
      if (mayBe !== undefined) return mayBe || objects.size === 0;
      const [object, offset] = lock.split(' ').map(Number);
      const offsets = objects.get(object!);
      return objects.size === 0 || (offsets !== undefined && (offsets.stride > 0 || offsets.offsets.has(offset!)));
    };
    for (const lock of held.keys()) if (isFreed(lock)) held.delete(lock);
    for (const [local, { locks }] of attempts) if (locks.some(isFreed)) attempts.delete(local);
  }

  private start(thread: Thread, { running }: State): void {
    for (const each of this.contexts.threads) {
      if (isWithin(each, thread)) running.set(each, running.has(each) ? 'many' : 'one');
    }
  }

  private join(call: CallOperation, site: Site, { running }: State): void {
    const handle = call.arguments[0] ?? [];
    const { objects } = this.pointsTo.targets(handle, site.context);
    const [number] = objects.keys();
    const thread = number === undefined || objects.size > 1 ? undefined : this.pointsTo.objects[number]!.thread;
    if (thread?.parent !== site.context.thread || running.get(thread) !== 'one') return;
    // The handle could come from another thread like this one.
    const { parent } = thread;
    if (parent.site !== undefined && !isOnce(parent.site) && this.shared.has(number!)) return;
    if (!isOnceInThread(thread.site!) && !this.isLast(thread, handle, site)) return;
    this.ended(thread, running);
  }

  /** Notes that all threads of this kind have ended, and those that they started, unless they left them running. */
  private ended(thread: Thread, running: State['running']): void {
    const end = this.ends.get(thread);
    for (const each of this.contexts.threads) {
      if (isWithin(each, thread) && !(end?.running.has(each) ?? false)) running.delete(each);
    }
  }

  /**
   * Whether the handle is that of the thread that was started last at this place: it is read just before, from the only
   * place to which only the start stores.
   */
  private isLast(thread: Thread, handle: Sources, { context, block, index }: Site): boolean {
    const operations = context.block(block).operations;
    const from = operations.findLastIndex(
      (each, at) => at < index && (each.kind === 'call' || each.kind === 'store' || isLoadTo(each, handle)),
    );
    const load = operations[from];
    if (load?.kind !== 'load') return false;
    const [place, ...others] = this.pointsTo.ranges(load.address, context, load.bytes);
    if (place === undefined || others.length > 0 || place.range.stride !== 0) return false;
    if (!isSingle(place.object) && !this.isOwn(place.object, context.thread)) return false;
    const writers = this.pointsTo.memory.writers(place.object.number, place.range);
    return writers.size === 1 && writers.has(nameOf(thread.site!));
  }

  /** Whether each thread of this kind has one object like this, to which no other has access. */
  private isOwn({ number, site }: MemoryObject, thread: Thread): boolean {
    if (site === undefined || this.shared.has(number)) return false;
    return site.context.thread === thread && isOnceInThread({ ...site, index: 0 });
  }
}

function isLoadTo(operation: Operation, [value]: Sources): boolean {
  return operation.kind === 'load' && value !== undefined && 'local' in value && value.local === operation.to;
}

/** Whether the thread is the other one, or is started by it or by those that it starts. */
export function isWithin(thread: Thread, other: Thread): boolean {
  for (let at: Thread | undefined = thread; at !== undefined; at = at.parent) if (at === other) return true;
  return false;
}

/** Notes whether one local now has the result of an attempt that another one has. */
function passAttempt([from]: Sources, to: number | undefined, { attempts }: State): void {
  if (to === undefined) return;
  const attempt = from !== undefined && 'local' in from ? attempts.get(from.local) : undefined;
  if (attempt === undefined) attempts.delete(to);
  else attempts.set(to, attempt);
}

/** Returns the private variable at this address, as a local. */
function privateAt([address]: Sources, { body }: Context): number | undefined {
  return address !== undefined && 'local' in address && body.privates.has(address.local) ? address.local : undefined;
}

/** Returns the state on this edge. */
function along({ when }: Edge, state: State): State {
  const next = copyOf(state);
  const attempt = when === undefined ? undefined : next.attempts.get(when.local);
  if (attempt === undefined) return next;
  const { locks, isShared } = attempt;
  for (const [local, other] of next.attempts) if (other.locks.join() === locks.join()) next.attempts.delete(local);
  if (when!.isZero) for (const lock of locks) next.held.set(lock, isShared ? 'shared' : 'exclusive');
  return next;
}
