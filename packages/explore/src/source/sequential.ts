import { JOIN, LOAD, RMW, SPAWN, STORE, eventPosition, eventThread, grown } from '@fencepost/core';
import type { UndoMachine } from './machine.js';

const NONE = -1;

/**
 * Decides whether the finished run is sequentially consistent, that is, whether program order ∪ reads-from ∪ coherence
 * ∪ from-reads is acyclic. If no event overtook a pending store of its own thread, the run itself is an SC run once
 * each store is moved to its commit. Otherwise the threads are run again on one memory, each operation as soon as it is
 * possible: a write after its predecessor in coherence and all readers of that, a read while the write it read is the
 * newest. All threads finish iff there is no cycle.
 */
export class SequentialCheck {
  private readonly machine: UndoMachine;
  // Columns by operation; the index is `firstOf` its thread plus its position. Coherence positions count from 1; 0 is
  // the initial value.
  private readPlace = new Int32Array(64);
  private writePlace = new Int32Array(64);
  private result = new Int32Array(64);
  // Columns by thread.
  private firstOf = new Int32Array(8);
  private state = new Int32Array(8);
  private executed = new Int32Array(8);
  // Columns by location, except the last, which has the number of reads left for each write of a location.
  private newest = new Int32Array(8);
  private firstReaders = new Int32Array(8);
  private readersLeft = new Int32Array(64);

  constructor(machine: UndoMachine) {
    this.machine = machine;
  }

  holds(): boolean {
    const { machine } = this;
    const { run } = machine;
    if (run.length === 0 || run.overtaking[run.length - 1] === 0) return true;
    this.layOut();
    this.placeEvents();
    this.placeStores();
    return this.runAgain();
  }

  private layOut(): void {
    const { machine } = this;
    const { threads } = machine;
    const locations = machine.states.locations.count;
    if (threads > this.firstOf.length) {
      this.firstOf = grown(this.firstOf, threads);
      this.state = grown(this.state, threads);
      this.executed = grown(this.executed, threads);
    }
    if (locations > this.newest.length) {
      this.newest = grown(this.newest, locations);
      this.firstReaders = grown(this.firstReaders, locations);
    }
    let operations = 0;
    for (let t = 0; t < threads; t++) {
      this.firstOf[t] = operations;
      operations += machine.position.data[t]!;
      this.state[t] = machine.states.initial[t] ?? 0;
      this.executed[t] = 0;
    }
    if (operations > this.readPlace.length) {
      this.readPlace = grown(this.readPlace, operations);
      this.writePlace = grown(this.writePlace, operations);
      this.result = grown(this.result, operations);
    }
    for (let i = 0; i < operations; i++) {
      this.readPlace[i] = NONE;
      this.writePlace[i] = NONE;
      this.result[i] = 0;
    }
    let places = 0;
    for (let x = 0; x < locations; x++) {
      this.newest[x] = 0;
      this.firstReaders[x] = places;
      places += machine.writes.data[x]! + 1;
    }
    if (places > this.readersLeft.length) this.readersLeft = grown(this.readersLeft, places);
    for (let i = 0; i < places; i++) this.readersLeft[i] = 0;
  }

  private placeEvents(): void {
    const { run, actors, stores } = this.machine;
    for (let depth = 0; depth < run.length; depth++) {
      if (actors.isBuffer[run.actor[depth]!] === 1) continue;
      const operation = this.firstOf[run.thread[depth]!]! + eventPosition(run.event[depth]!);
      if (run.writes[depth] === 1) this.writePlace[operation] = run.coherence[depth]!;
      else {
        const entry = run.entry[depth]!;
        const place = entry >= 0 ? stores.coherence[entry]! : run.coherence[depth]!;
        this.readPlace[operation] = place;
        this.readersLeft[this.firstReaders[run.location[depth]!]! + place]!++;
      }
      if (run.reads[depth] === 1) this.result[operation] = run.value[depth]!;
    }
  }

  private placeStores(): void {
    const { stores } = this.machine;
    for (let entry = 0; entry < stores.mark(); entry++) {
      const event = stores.event[entry]!;
      this.writePlace[this.firstOf[eventThread(event)]! + eventPosition(event)] = stores.coherence[entry]!;
    }
  }

  private runAgain(): boolean {
    const { machine } = this;
    const { threads } = machine;
    let left = 0;
    for (let t = 0; t < threads; t++) left += machine.position.data[t]!;
    for (let progress = true; progress && left > 0;) {
      progress = false;
      for (let t = 0; t < threads; t++) {
        while (this.pass(t)) {
          progress = true;
          left--;
        }
      }
    }
    return left === 0;
  }

  private pass(t: number): boolean {
    const { machine, newest } = this;
    const { states } = machine;
    const executed = this.executed[t]!;
    const state = this.state[t]!;
    if (state === 0 || executed === machine.position.data[t]) return false;
    const operation = this.firstOf[t]! + executed;
    const location = states.location[state]!;
    let result = this.result[operation]!;
    switch (states.kind[state]!) {
      case LOAD:
      case STORE:
      case RMW: {
        const read = this.readPlace[operation]!;
        if (read >= 0) {
          if (newest[location] !== read) return false;
          this.readersLeft[this.firstReaders[location]! + read]!--;
        } else {
          const before = this.writePlace[operation]! - 1;
          if (newest[location] !== before || this.readersLeft[this.firstReaders[location]! + before] !== 0)
            return false;
          newest[location] = before + 1;
        }
        break;
      }
      case SPAWN: {
        const child = states.operand[state]!;
        this.state[child] = states.second[state]!;
        result = states.threads.handles[child]!;
        break;
      }
      case JOIN: {
        const child = states.operand[state]!;
        if (this.state[child] === 0 || this.executed[child] !== machine.position.data[child]) return false;
        break;
      }
    }
    this.executed[t] = executed + 1;
    this.state[t] = states.update(state, result);
    return true;
  }
}
