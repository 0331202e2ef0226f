import type { LocalStates } from '@fencepost/core';
import { DONE, JOIN, LOAD, RMW, SPAWN, STORE, canBeJoined } from '@fencepost/core';
import type { StateRows } from '../results/state-rows.js';

/** Steps of threads between joint states under SC: local states and memory, as rows. */
export class JointSteps {
  private readonly states: LocalStates;
  private readonly rows: StateRows;
  /** Whether some step led to a local state that another path reached first: then steps may form a cycle. */
  anyMerged = false;

  constructor(states: LocalStates, rows: StateRows) {
    this.states = states;
    this.rows = rows;
    const memoryAt = rows.begin();
    rows.row.fill(0);
    rows.row.set(states.initial, 1);
    rows.row.set(states.locations.initial, memoryAt);
    rows.intern();
  }

  localAt(number: number, t: number): number {
    return this.rows.word(number, 1 + t);
  }

  valueAt(number: number, location: number): number {
    return this.rows.word(number, this.rows.begin() + location);
  }

  /** Returns the joint state after the next step of thread t, which is interned; -1: it cannot take any. */
  after(number: number, t: number): number {
    const { rows, states } = this;
    const state = this.localAt(number, t);
    const kind = states.kind[state]!;
    if (state === 0 || kind >= DONE) return -1;
    const location = states.location[state]!;
    const value = location < 0 ? 0 : this.valueAt(number, location);
    if (kind === JOIN && !this.isJoinable(number, states.operand[state]!)) return -1;
    if (states.comparison[state] !== 0 && !states.accepts(state, value)) return -1;
    const child = states.operand[state]!;
    const reads = kind === LOAD || kind === RMW;
    const next = states.update(state, reads ? value : kind === SPAWN ? states.threads.handles[child]! : 0);
    if (states.previous(next) !== state) this.anyMerged = true;
    // The step may have discovered threads and locations.
    const memoryAt = rows.begin();
    const { row } = rows;
    rows.take(number, row);
    row[1 + t] = next;
    if (kind === SPAWN) row[1 + child] = states.second[state]!;
    else if (kind === STORE) row[memoryAt + location] = states.operand[state]!;
    else if (kind === RMW && states.writesAfter(state, value)) row[memoryAt + location] = states.written(state, value);
    return rows.intern();
  }

  private isJoinable(number: number, child: number): boolean {
    const state = this.localAt(number, child);
    return state !== 0 && canBeJoined(this.states.kind[state]!);
  }
}
