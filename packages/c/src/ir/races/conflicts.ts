import type { Context, Site, Thread } from './contexts.js';
import { effectOf } from './library-effects.js';
import type { FreshObjects } from './fresh-objects.js';
import type { MemoryObject } from './memory.js';
import type { NamedLocks, NearLock } from './named-locks.js';
import type { CallOperation, Operation, Sources } from './operations.js';
import { NotFollowed } from './operations.js';
import type { PointsTo } from './points-to.js';
import type { State } from './state.js';
import { synchronisationBy } from './synchronisation.js';
import type { Range } from './targets.js';
import { distances, overlap } from './targets.js';
import type { ThreadFlow } from './thread-flow.js';
import { isWithin } from './thread-flow.js';

export interface SharedAccess {
  readonly range: Range;
  readonly isWrite: boolean;
  readonly isAtomic: boolean;
  readonly thread: Thread;
  readonly held: State['held'];
  readonly near: readonly NearLock[];
  readonly running: State['running'];
}

/** A thread, the locks that it holds, and the threads that may run besides. */
export type Point = Pick<SharedAccess, 'thread' | 'held' | 'running'>;

/** Returns the name of a variable that threads may access at the same time, one of them to write; undefined if there is none. */
export function conflict(pointsTo: PointsTo, flow: ThreadFlow): string | undefined {
  const accesses = new Accesses(pointsTo, flow);
  for (const [object, list] of accesses.byObject) {
    for (const [at, a] of list.entries()) {
      for (let other = at; other < list.length; other++) {
        const b = list[other]!;
        if (accesses.mayRace(a, b)) return nameOf(object);
      }
    }
  }
  return undefined;
}

/** The accesses to objects that several threads may access. */
export class Accesses {
  readonly byObject = new Map<MemoryObject, SharedAccess[]>();
  private readonly pointsTo: PointsTo;
  private readonly flow: ThreadFlow;
  private readonly shared: ReadonlySet<number>;
  private readonly locks: NamedLocks;
  private readonly fresh: FreshObjects;
  /** The threads that may run when a thread is started. */
  private readonly atStart = new Map<Thread, State['running']>();
  private readonly known = new Set<string>();

  constructor(pointsTo: PointsTo, flow: ThreadFlow) {
    this.pointsTo = pointsTo;
    this.flow = flow;
    this.shared = flow.shared;
    this.locks = flow.locks;
    this.fresh = flow.fresh;
    flow.visit((operation, site, before, after) => this.visit(operation, site, before, after));
  }

  mayRace(a: SharedAccess, b: SharedAccess): boolean {
    if (!a.isWrite && !b.isWrite) return false;
    if (a.isAtomic && b.isAtomic) return false;
    if (!overlap(a.range, b.range) || !this.isParallel(a, b)) return false;
    return !haveCommonLock(a, b) && !haveNearLock(a, b);
  }

  /** Whether a thread may make the access while another one is at a point like this. */
  mayMeet(point: Point, access: SharedAccess): boolean {
    return this.isParallel(point, access) && !haveCommonLock(point, access);
  }

  private visit(operation: Operation, site: Site, before: State, after: State): void {
    if (operation.kind === 'load' || operation.kind === 'store') {
      const { address, bytes, atomic, kind } = operation;
      // A store that takes a lock is made while no other thread holds it.
      const state = this.flow.takes(operation, site.context) ? after : before;
      this.add(address, bytes, kind === 'store', atomic, site, state);
    } else if (operation.kind === 'call') {
      for (const name of this.pointsTo.callees(operation, site.context)) {
        if (!this.pointsTo.contexts.program.bodies.has(name))
          this.library(name.slice(1), operation, site, before, after);
      }
    } else if (operation.kind === 'return') this.leave(site.context, before);
  }

  /** The end of a local variable is like a write. */
  private leave(context: Context, state: State): void {
    for (const object of this.pointsTo.objects) {
      if (object.kind !== 'frame' || object.site?.context !== context) continue;
      this.note(object, { offset: 0, stride: 1, bytes: 1 }, true, false, context.thread, state, []);
    }
  }

  private library(name: string, call: CallOperation, site: Site, before: State, after: State): void {
    const synchronisation = synchronisationBy(name);
    switch (synchronisation?.kind) {
      case 'create':
        for (const thread of this.pointsTo.contexts.startedBy(site.context, call)) {
          this.atStart.set(thread, before.running);
        }
        this.add(call.arguments[synchronisation.handle] ?? [], 8, true, false, site, after);
        if (synchronisation.attributes !== undefined && call.constants[synchronisation.attributes] !== 0) {
          this.add(call.arguments[synchronisation.attributes] ?? [], Infinity, false, false, site, before);
        }
        return;
      case 'join':
        if (call.constants[synchronisation.result] !== 0) {
          this.add(call.arguments[synchronisation.result] ?? [], 8, true, false, site, after);
        }
        return;
      case 'lock':
        if (synchronisation.deadline !== undefined) {
          this.add(call.arguments[synchronisation.deadline] ?? [], Infinity, false, false, site, before);
        }
        this.add(call.arguments[0] ?? [], 1, true, true, site, before);
        return;
      case 'unlock':
        this.add(call.arguments[0] ?? [], 1, true, true, site, before);
        return;
      case undefined:
        break;
      case 'exit':
        for (let at: Context | undefined = site.context; at !== undefined; at = at.caller?.context) {
          this.leave(at, before);
        }
        return;
      default:
        return;
    }
    const effect = effectOf(name);
    if (effect === undefined) return;
    const bytes = (effect.length === undefined ? undefined : call.constants[effect.length]) ?? Infinity;
    call.arguments.forEach((argument, place) => {
      const access = effect.arguments[place] ?? effect.arguments.at(-1);
      if (access === 'nothing' || access === undefined || !call.pointers[place]) return;
      if (call.constants[place] === 0) return;
      if (access === 'synchronises') this.add(argument, 1, true, true, site, before);
      else this.add(argument, bytes, access === 'writes', false, site, before);
    });
  }

  private add(address: Sources, bytes: number, isWrite: boolean, isAtomic: boolean, site: Site, state: State): void {
    const { context } = site;
    const { thread } = context;
    if (this.pointsTo.targets(address, context).objects.size === 0) {
      throw new NotFollowed('an access through a pointer to nothing that is known');
    }
    if (this.fresh.has(address, context, state)) return;
    const near = this.locks.near(address, context, state);
    for (const { object, range } of this.pointsTo.ranges(address, context, bytes)) {
      this.note(object, range, isWrite, isAtomic, thread, state, near);
    }
  }

  private note(
    object: MemoryObject,
    range: Range,
    isWrite: boolean,
    isAtomic: boolean,
    thread: Thread,
    { held, running }: State,
    near: readonly NearLock[],
  ): void {
    if (!this.shared.has(object.number) || object.variable?.isConstant === true) return;
    const { offset, stride, bytes } = range;
    const single = [...held].filter(([lock]) => !this.locks.isNamed(lock));
    const locks = `${single.join()} ${near.map(({ distance, mode }) => `${distance} ${mode}`).join()}`;
    const others = [...running.keys()].map(({ number }) => number).join();
    const key = `${object.number}:${offset}:${stride}:${bytes}:${isWrite}:${isAtomic}:${thread.number}:${locks}:${others}`;
    if (this.known.has(key)) return;
    this.known.add(key);
    let list = this.byObject.get(object);
    if (list === undefined) this.byObject.set(object, (list = []));
    list.push({ range, isWrite, isAtomic, thread, held: new Map(single), near, running });
  }

  /** Whether starts and joins let threads be at these points at the same time. */
  areParallel(a: Point, b: Point): boolean {
    return this.isParallel(a, b);
  }

  /** Whether the accesses may happen at the same time. */
  private isParallel(a: Point, b: Point): boolean {
    const common = commonStarter(a.thread, b.thread);
    if (this.isRepeated(common, a.thread, b.thread)) return true;
    if (a.thread === b.thread) return false;
    if (a.thread === common) return a.running.has(b.thread);
    if (b.thread === common) return b.running.has(a.thread);
    return (
      this.isRunningAt(childOf(common, a.thread), b.thread) || this.isRunningAt(childOf(common, b.thread), a.thread)
    );
  }

  /** Whether a thread of this kind may start while an earlier one is running, or one of the others that it has left running. */
  private isRepeated(thread: Thread, ...others: Thread[]): boolean {
    if (thread.parent === undefined) return false;
    if ([thread, ...others].some((each) => this.isRunningAt(thread, each))) return true;
    return this.isRepeated(thread.parent, ...others);
  }

  private isRunningAt(started: Thread, thread: Thread): boolean {
    return this.atStart.get(started)?.has(thread) ?? true;
  }
}

function haveCommonLock(a: Point, b: Point): boolean {
  for (const [lock, mode] of a.held) {
    const theirs = b.held.get(lock);
    if (theirs !== undefined && (mode === 'exclusive' || theirs === 'exclusive')) return true;
  }
  return false;
}

/** Accesses that concern more bytes are not compared by the distances of locks. */
const MOST_BYTES = 64;

/** Whether the accesses hold the same lock, wherever they meet: at the same distance from what they access. */
function haveNearLock(a: SharedAccess, b: SharedAccess): boolean {
  if (a.range.bytes > MOST_BYTES || b.range.bytes > MOST_BYTES) return false;
  return distances(a.range, b.range).every((distance) =>
    a.near.some((lock) =>
      b.near.some(
        (other) =>
          other.distance - lock.distance === distance && (lock.mode === 'exclusive' || other.mode === 'exclusive'),
      ),
    ),
  );
}

function commonStarter(a: Thread, b: Thread): Thread {
  let at = a;
  while (!isWithin(b, at)) at = at.parent!;
  return at;
}

/** Returns the thread started by `parent` that the other one is, or from which it comes. */
function childOf(parent: Thread, thread: Thread): Thread {
  let at = thread;
  while (at.parent !== parent) at = at.parent!;
  return at;
}

function nameOf({ symbol, kind }: MemoryObject): string {
  return symbol?.slice(1).replace(/#\d+$/, '') ?? (kind === 'frame' ? 'a local variable' : 'memory that is allocated');
}
