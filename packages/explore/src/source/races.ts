import { grown } from '@fencepost/core';
import { Access } from './access.js';
import type { ActorSets } from './actor-sets.js';
import type { UndoMachine } from './machine.js';

const NONE = -1;

/**
 * Handles races (Abdulla et al., Acta Informatica 2017, Fig. 11 lines 8–16): determines which actors must still be
 * tried at which depth, so that the racing order is reversed.
 *
 * The paper has no threads that wait for values (its tool loads once and abandons the run if the value is not the
 * awaited one). Here such an event, an await or the taking of a mutex, is not possible before its value is in memory:
 * - It races with the latest write before which it could have happened (`HappensBefore.lastReversible`), which need not
 * be the last: a lock cannot be swapped with the unlock before it, but with the lock before that.
 * - A thread that still waits when a run is over may have missed its chance: it races the same way. So no run is spent
 * on values that no thread waits for, and a run that ends with threads waiting is a deadlock, found once as every trace
 * is. Why nothing is lost: take a node at which e was tried and a continuation that begins instead with events
 * independent of e, then f, which e makes impossible. In the run that, after e and those events, executes f as soon as
 * it is possible (or never), every write to f's location since e left a value f does not wait for; so f races with e
 * there, and the usual argument for Source-DPOR applies. That run may be one that a sleep set cuts, so waiting threads
 * are examined there, too (smallest loss otherwise: `A0 || X1 || L1 || L1 W0` under SC; A0 adds to 0, X1 frees and L1
 * takes the mutex 1).
 */
export class Races {
  private readonly machine: UndoMachine;
  private readonly backtrack: ActorSets;
  private readonly waiting = new Access();
  /** The actors that occur in v; and, by actor, the depth of its first event in v (-1: none). */
  private inV = new Int32Array(8);
  private firstInV = new Int32Array(8).fill(NONE);

  constructor(machine: UndoMachine, backtrack: ActorSets) {
    this.machine = machine;
    this.backtrack = backtrack;
  }

  /** For every race of the last event e' of the run: ensures that some actor leads to e' before the racing event. */
  reverseAll(): void {
    const { order, run } = this.machine;
    const last = run.length - 1;
    for (let i = 0; i < order.raceCount; i++) {
      const depth = order.races[i]!;
      // If e is a write, then without e a load of its own thread that was not ordered after e is forwarded and no
      // longer before e'. Otherwise runs are wasted (litmus tests under TSO: 2,179 cut, not 242; smallest: `W0 W1 || W1
      // R0 R1`, PSO).
      const row = run.writes[depth] === 1 ? order.baseRow : run.row[last]!;
      this.reverse(depth, last, run.actor[last]!, row);
    }
  }

  /**
   * Does the same at the end of a run, for the next events of threads that wait for values that were overwritten or
   * never written.
   */
  reverseWaiting(): void {
    const { machine, waiting } = this;
    const { order, run, actors } = machine;
    for (let t = 0; t < machine.threads; t++) {
      if (!machine.waitsForValue(t)) continue;
      machine.look(actors.ofThread(t), waiting);
      // A thread that reads its own pending store does not observe writes of other threads.
      if (waiting.cover >= 0) continue;
      const mark = order.clocks.mark();
      const row = order.rowBefore(waiting);
      const depth = order.lastReversible(waiting, row);
      if (depth >= 0) this.reverse(depth, run.length, waiting.actor, row);
      order.clocks.undo(mark);
    }
  }

  /**
   * Let E' be the run before e (at `depth`), and v the events after e, before `end`, that do not depend on e, followed
   * by e' (of `lastActor`, with the clock `lastRow`). Adds an actor that begins v (an initial) to the backtrack set of
   * E', unless that set already has an initial. (If that is e' and it sleeps at E', it has been tried.)
   */
  private reverse(depth: number, end: number, lastActor: number, lastRow: number): void {
    const { order, run, actors } = this.machine;
    const { clocks } = order;
    if (actors.count > this.firstInV.length) {
      const known = this.firstInV.length;
      this.firstInV = grown(this.firstInV, actors.count).fill(NONE, known);
      this.inV = grown(this.inV, actors.count);
    }
    const { inV, firstInV } = this;
    let size = 0;
    let chosen = NONE;
    let leads = false;
    let covered = false;
    for (let j = depth + 1; j <= end && !covered; j++) {
      const actor = j === end ? lastActor : run.actor[j]!;
      const row = j === end ? lastRow : run.row[j]!;
      if (firstInV[actor]! >= 0 || (j < end && order.sees(row, depth))) continue;
      let initial = true;
      for (let k = 0; k < size && initial; k++) initial = clocks.entry(row, inV[k]!) <= firstInV[inV[k]!]!;
      firstInV[actor] = j;
      inV[size++] = actor;
      if (!initial) continue;
      covered = this.backtrack.has(depth, actor);
      // Any initial would suffice. One that e' needs, or e' itself, leads to the reversal soonest, and the fewest runs
      // are cut (litmus tests under TSO: 242; with the first initial 4,531).
      if (leads) continue;
      leads = j === end || order.sees(lastRow, j);
      if (leads || chosen < 0) chosen = actor;
    }
    for (let k = 0; k < size; k++) firstInV[inV[k]!] = NONE;
    if (!covered) this.backtrack.add(depth, chosen);
  }
}
