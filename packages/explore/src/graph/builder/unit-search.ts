import type { LocalStates } from '@fencepost/core';
import { FENCE, LOAD, RMW, STUCK } from '@fencepost/core';
import type { Graph } from '../state/graph.js';
import { NONE } from '../state/graph.js';
import type { Predecessors } from '../consistency/predecessors.js';

/** Beyond this many local states the answer is yes. */
const MOST_STATES = 256;

/**
 * Could a unit that begins again read the revisiting write? Only what is known of its thread is asked, and not all that
 * orders its reads, so the answer may be yes too often. Most units are none for most writes.
 */
export class UnitSearch {
  private readonly graph: Graph;
  private readonly states: LocalStates;
  private readonly predecessors: Predecessors;
  /** The revisiting write: its location, its value, and the write it updates (NONE: its place is open). */
  private location = NONE;
  private value = 0;
  private updated = NONE;
  private stamp = 0;
  private thread = NONE;
  /** States still to look at. */
  private left = 0;

  constructor(graph: Graph, predecessors: Predecessors) {
    this.graph = graph;
    this.states = graph.states;
    this.predecessors = predecessors;
  }

  setWrite(location: number, value: number, updated: number): void {
    this.location = location;
    this.value = value;
    this.updated = updated;
  }

  /** Could the unit that begins with the read `head` read it? */
  mayRead(head: number): boolean {
    const { graph } = this;
    this.predecessors.ofEvent(head);
    this.stamp = graph.readStamp[head]!;
    this.thread = graph.thread[head]!;
    this.left = MOST_STATES;
    return this.search(graph.state[head]!, false);
  }

  /** From this state; `outdated`: after a read that does not read the latest write. */
  private search(state: number, outdated: boolean): boolean {
    if (--this.left < 0) return true;
    const { graph, states } = this;
    const location = states.location[state]!;
    const isWritten = location === this.location;
    if (isWritten && this.goesOn(state, this.value, outdated)) return true;
    const old = outdated || (isWritten && this.updated !== NONE);
    let newest = true;
    for (let w = graph.latest[location]!; w !== NONE; w = graph.earlier[w]!) {
      if (graph.writeStamp[w]! < this.stamp) {
        if (this.continues(state, graph.value[w]!, old || !newest)) return true;
        newest = false;
        if (graph.thread[w] === this.thread || this.predecessors.has(w)) return false;
      }
    }
    return false;
  }

  /** The revisiting write is read: could that be of use? */
  private goesOn(state: number, value: number, outdated: boolean): boolean {
    const { states } = this;
    if (states.kind[state] === RMW && states.writesAfter(state, value)) return true;
    const next = states.known(state, value);
    return next === 0 || states.kind[next] !== STUCK || !outdated;
  }

  /** Another write is read: could the unit go on to read the revisiting one? */
  private continues(state: number, value: number, outdated: boolean): boolean {
    const { states } = this;
    if (states.kind[state] === RMW && states.writesAfter(state, value)) return false;
    const next = states.known(state, value);
    // Some fences are no events.
    if (next === 0 || states.kind[next] === FENCE) return true;
    const kind = states.kind[next]!;
    if ((kind !== LOAD && kind !== RMW) || states.comparison[next] !== 0) return false;
    return !states.locations.isMutex(states.location[next]!) && this.search(next, outdated);
  }
}
