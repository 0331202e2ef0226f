import type { LocalStates } from '@fencepost/core';
import { FENCE, LOAD, RMW, STUCK } from '@fencepost/core';
import type { Graph } from '../state/graph.js';
import { NONE } from '../state/graph.js';
import type { Predecessors } from '../consistency/predecessors.js';

/** Maximum number of local states to search. Beyond it the answer is yes. */
const MOST_STATES = 256;

/**
 * Decides whether a unit that begins again could read the revisiting write. It uses only the known states of the
 * thread, and not everything that orders its reads, so it may return true too often. For most units and writes it
 * returns false.
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
  /** Number of states that may still be inspected. */
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

  /** Whether the unit that begins with the read `head` could read the revisiting write. */
  mayRead(head: number): boolean {
    const { graph } = this;
    this.predecessors.ofEvent(head);
    this.stamp = graph.readStamp[head]!;
    this.thread = graph.thread[head]!;
    this.left = MOST_STATES;
    return this.search(graph.state[head]!, false);
  }

  /** Searches from this state. `outdated`: an earlier read of the unit did not read the latest write. */
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

  /** Whether reading the revisiting write in this state could be useful. */
  private goesOn(state: number, value: number, outdated: boolean): boolean {
    const { states } = this;
    if (states.kind[state] === RMW && states.writesAfter(state, value)) return true;
    const next = states.known(state, value);
    return next === 0 || states.kind[next] !== STUCK || !outdated;
  }

  /** Whether the unit, after reading another write in this state, could go on to read the revisiting one. */
  private continues(state: number, value: number, outdated: boolean): boolean {
    const { states } = this;
    if (states.kind[state] === RMW && states.writesAfter(state, value)) return false;
    let next = states.known(state, value);
    while (next !== 0 && states.kind[next] === FENCE) next = states.known(next, 0);
    if (next === 0) return true;
    const kind = states.kind[next]!;
    if ((kind !== LOAD && kind !== RMW) || states.comparison[next] !== 0) return false;
    return !states.locations.isMutex(states.location[next]!) && this.search(next, outdated);
  }
}
