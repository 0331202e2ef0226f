import type { LocalStates, ModelName } from '@fencepost/core';
import {
  DIRECT,
  DONE,
  DRAIN_ALL,
  DRAIN_LOCATION,
  FENCE,
  FencepostError,
  INITIAL,
  JOIN,
  LOAD,
  MOST_EVENTS_PER_THREAD,
  RMW,
  SPAWN,
  STORE,
  STORE_STORE,
  canBeJoined,
  eventName,
  lowering,
  hasEnded,
  VisitedStates,
} from '@fencepost/core';
import type { Observer } from '../shared/observer.js';
import type { Access } from './access.js';
import { Actors } from './actors.js';
import { HappensBefore } from './happens-before.js';
import { PendingStores } from './pending-stores.js';
import { Run } from './run.js';
import { Trail } from './trail.js';

/**
 * A program running on a store-buffer model, like core's `Machine`, but with undo and happens-before: the extended
 * configuration (L, M, C, B, M) of Abdulla et al. (Acta Informatica 2017, Sect. 4). Only loads from and writes to
 * memory are events. Stores into the buffer, fences, spawn and join affect only their own thread (and wait for
 * conditions that, once true, stay true), so they run inside the event before which they become possible. That halves
 * the depth and loses no trace.
 */
export class UndoMachine {
  readonly states: LocalStates;
  readonly trail = new Trail();
  readonly actors: Actors;
  readonly run = new Run();
  readonly stores: PendingStores;
  readonly order: HappensBefore;
  /** By thread: local state (0: not started); number of operations executed. */
  readonly local;
  readonly position;
  readonly passed = new VisitedStates();
  /** By location: value, the event that wrote it, number of writes so far. */
  readonly value;
  readonly writer;
  readonly writes;
  /** Notified of every operation in order, including silent ones, and of every operation undone. */
  readonly observer: Observer | undefined;
  private observed = 0;
  private readonly table: Int32Array;
  private knownLocations = 0;

  constructor(states: LocalStates, model: ModelName, observe?: (machine: UndoMachine) => Observer) {
    this.states = states;
    this.observer = observe?.(this);
    this.table = lowering(model);
    const { trail } = this;
    this.actors = new Actors(model);
    this.stores = new PendingStores(trail, this.actors);
    this.order = new HappensBefore(states, trail, this.actors, this.stores, this.run);
    this.local = trail.column();
    this.position = trail.column();
    this.value = trail.column();
    this.writer = trail.column(INITIAL);
    this.writes = trail.column();
    this.fit();
    this.local.data.set(states.initial);
    for (let t = 0; t < states.initial.length; t++) this.settle(t);
  }

  get threads(): number {
    return this.states.threads.count;
  }

  /** Number of operations executed by all threads. */
  get operations(): number {
    let executed = 0;
    for (let t = 0; t < this.threads; t++) executed += this.position.data[t]!;
    return executed;
  }

  /** Returns the model's requirements for the state's operation (core: lowering.ts). */
  flags(state: number): number {
    return this.table[this.states.code[state]!]!;
  }

  enabled(actor: number): boolean {
    const t = this.actors.owner[actor]!;
    return this.actors.isBuffer[actor] === 1 ? this.stores.canCommit(t, actor) : this.canRun(t);
  }

  private canRun(t: number): boolean {
    return this.isReady(t) && this.isSatisfied(t);
  }

  /** Whether the thread is blocked only by the value it would read. */
  waitsForValue(t: number): boolean {
    return this.isReady(t) && !this.isSatisfied(t);
  }

  /** Whether the thread's next operation is an event that waits for nothing, except possibly a value. */
  private isReady(t: number): boolean {
    const { states, stores } = this;
    const state = this.local.data[t]!;
    const kind = states.kind[state]!;
    // Other operations run silently (`settle`) as soon as they can.
    if (state === 0 || kind > RMW) return false;
    if (stores.pending(t) === 0) return true;
    const flags = this.flags(state);
    if ((flags & DRAIN_ALL) !== 0) return false;
    if ((flags & DRAIN_LOCATION) === 0) return true;
    return stores.onlyCurrentEpoch(t) && stores.cover(t, states.location[state]!) < 0;
  }

  private isSatisfied(t: number): boolean {
    const { states, stores } = this;
    const state = this.local.data[t]!;
    if (states.comparison[state] === 0) return true;
    const location = states.location[state]!;
    const cover = stores.cover(t, location);
    const value = cover >= 0 ? stores.value[cover]! : this.value.data[location]!;
    return states.accepts(state, value);
  }

  /** Determines the effect of the actor's next event. It must be enabled, or wait only for a value. */
  look(actor: number, access: Access): void {
    const { states, stores } = this;
    const t = this.actors.owner[actor]!;
    access.actor = actor;
    access.thread = t;
    access.cover = -1;
    access.waiting = 0;
    access.drains = 0;
    if (this.actors.isBuffer[actor] === 1) {
      access.location = stores.location[stores.oldest(actor)]!;
      access.reads = false;
      access.writes = true;
      return;
    }
    const state = this.local.data[t]!;
    const kind = states.kind[state]!;
    const location = states.location[state]!;
    access.location = location;
    access.drains = this.flags(state) & (DRAIN_ALL | DRAIN_LOCATION);
    access.reads = kind !== STORE;
    access.writes = true;
    if (kind === STORE) return;
    const cover = kind === LOAD ? stores.cover(t, location) : -1;
    const value = cover >= 0 ? stores.value[cover]! : this.value.data[location]!;
    access.cover = cover;
    access.value = value;
    access.source = cover >= 0 ? stores.event[cover]! : this.writer.data[location]!;
    if (states.comparison[state] !== 0) access.waiting = state;
    access.writes = kind === RMW && (!states.accepts(state, value) || states.writesAfter(state, value));
  }

  /**
   * Executes the event (as `look` found it), and then the silent operations of its thread and of the threads that wait
   * for it.
   */
  execute(access: Access): void {
    const { run, stores, order, states } = this;
    const { actor, thread: t, location } = access;
    const observedBefore = this.observed;
    if (this.observer !== undefined && this.actors.isBuffer[actor] === 0) {
      this.observe(t, this.local.data[t]!, access.writes);
    }
    const depth = run.append(access);
    run.observedMark[depth] = observedBefore;
    run.trailMark[depth] = this.trail.mark();
    run.clockMark[depth] = order.clocks.mark();
    run.storeMark[depth] = stores.mark();
    run.replaced[depth] = this.value.data[location]!;
    run.coherence[depth] = this.writes.data[location]! + (access.writes ? 1 : 0);
    const overtakingBefore = depth === 0 ? 0 : run.overtaking[depth - 1]!;
    if (this.actors.isBuffer[actor] === 1) {
      const entry = stores.oldest(actor);
      run.entry[depth] = entry;
      run.event[depth] = stores.event[entry]!;
      run.overtaking[depth] = overtakingBefore + (stores.overtakes(t, entry) ? 1 : 0);
      order.append(access);
      stores.commit(t, actor, run.row[depth]!, run.coherence[depth]);
      this.write(location, stores.value[entry]!, stores.event[entry]!);
      this.settle(t);
      return;
    }
    const state = this.local.data[t]!;
    const event = eventName(t, this.position.data[t]!);
    run.event[depth] = event;
    run.overtaking[depth] = overtakingBefore + (stores.pending(t) > 0 ? 1 : 0);
    order.append(access);
    if (access.writes) {
      this.write(location, access.reads ? states.written(state, access.value) : states.operand[state]!, event);
    }
    this.advance(t, state, access.reads ? access.value : 0);
    this.settle(t);
  }

  undo(): void {
    const { run } = this;
    const depth = --run.length;
    this.trail.undo(run.trailMark[depth]!);
    this.order.clocks.undo(run.clockMark[depth]!);
    this.stores.undo(run.storeMark[depth]!);
    if (this.observer === undefined) return;
    for (; this.observed > run.observedMark[depth]!; this.observed--) this.observer.undo();
  }

  private observe(t: number, state: number, writes: boolean): void {
    this.observer!.step(t, state, writes);
    this.observed++;
  }

  /**
   * Forgets the local states that this run does not need. It keeps the states it has passed, because undo returns to
   * them.
   */
  forgetStates(): void {
    const { local, position, passed } = this;
    this.states.forgetAllBut([local.data, ...Array.from(position.data, (executed, t) => passed.of(t, executed))]);
  }

  /** Whether the thread returned or failed, and all its stores are in memory. */
  finished(t: number): boolean {
    const state = this.local.data[t]!;
    return state !== 0 && hasEnded(this.states.kind[state]!) && this.stores.pending(t) === 0;
  }

  private canBeJoined(t: number): boolean {
    return canBeJoined(this.states.kind[this.local.data[t]!]!) && this.finished(t);
  }

  /** Whether some thread has started and not finished. */
  someoneWaits(): boolean {
    for (let t = 0; t < this.threads; t++) if (this.local.data[t] !== 0 && !this.finished(t)) return true;
    return false;
  }

  /** Runs the thread through all operations that are not events, then the threads that waited for its end. */
  private settle(t: number): void {
    while (this.passSilently(t));
    if (!this.canBeJoined(t)) return;
    const { states } = this;
    for (let other = 0; other < this.threads; other++) {
      const state = this.local.data[other]!;
      if (states.kind[state] === JOIN && states.operand[state] === t && state !== 0) this.settle(other);
    }
  }

  private passSilently(t: number): boolean {
    const { states, stores, order } = this;
    const state = this.local.data[t]!;
    const kind = states.kind[state]!;
    if (state === 0 || kind === LOAD || kind === RMW || kind >= DONE) return false;
    const flags = this.flags(state);
    if ((flags & DIRECT) !== 0) return false;
    if ((flags & DRAIN_ALL) !== 0) {
      if (stores.pending(t) > 0) return false;
      if (kind === JOIN && !this.canBeJoined(states.operand[state]!)) return false;
      order.drained(t);
    } else if (kind === JOIN && !this.canBeJoined(states.operand[state]!)) return false;
    if (this.observer !== undefined) this.observe(t, state, kind === STORE);
    if ((flags & STORE_STORE) !== 0) stores.newEpoch(t);
    switch (kind) {
      case STORE:
        this.buffer(t, state);
        break;
      case SPAWN: {
        const child = states.operand[state]!;
        this.trail.set(this.local, child, states.second[state]!);
        order.spawned(t, child);
        this.advance(t, state, states.threads.handles[child]!);
        this.settle(child);
        return true;
      }
      case JOIN:
        order.joined(t, states.operand[state]!);
        break;
      case FENCE:
        break;
    }
    this.advance(t, state, 0);
    return true;
  }

  private buffer(t: number, state: number): void {
    const { states, actors, order } = this;
    const location = states.location[state]!;
    const known = actors.count;
    const buffer = actors.ofBuffer(t, location);
    if (actors.count > known) this.fitActors();
    const event = eventName(t, this.position.data[t]!);
    this.stores.push(t, buffer, location, states.operand[state]!, event, order.rowOfThread(t));
  }

  private write(location: number, value: number, event: number): void {
    const { trail } = this;
    trail.set(this.value, location, value);
    trail.set(this.writer, location, event);
    trail.set(this.writes, location, this.writes.data[location]! + 1);
  }

  private advance(t: number, state: number, result: number): void {
    const { trail, position } = this;
    this.passed.note(t, position.data[t]!, state, result);
    trail.set(this.local, t, this.states.update(state, result));
    trail.set(position, t, position.data[t]! + 1);
    if (position.data[t]! >= MOST_EVENTS_PER_THREAD) throw new FencepostError('TOO_LARGE', 'a thread does not end');
    this.fit();
  }

  /** Allocates space for newly discovered threads and locations. New locations hold their initial value. */
  private fit(): void {
    const { threads, locations } = this.states;
    if (locations.count > this.knownLocations) {
      this.value.fit(locations.count);
      this.writer.fit(locations.count);
      this.writes.fit(locations.count);
      for (let x = this.knownLocations; x < locations.count; x++) this.value.data[x] = locations.initial[x]!;
      this.knownLocations = locations.count;
      this.order.fit(locations.count);
    }
    const known = this.actors.count;
    this.actors.fit(threads.count);
    if (this.actors.count > known) this.fitActors();
  }

  private fitActors(): void {
    const threads = this.states.threads.count;
    this.local.fit(threads);
    this.position.fit(threads);
    this.stores.fit(threads);
    this.order.fit(this.knownLocations);
  }
}
