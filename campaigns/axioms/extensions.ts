import type { Instruction } from '../machine/code.js';
import type { Event } from '../machine/event.js';
import type { State } from '../machine/state.js';
import { Step } from '../machine/step.js';
import type { Loaded } from '../machine/threads.js';
import { queueOfCell } from '../machine/threads.js';
import type { Content, Graph } from './graph.js';
import { INITIAL, extended } from './graph.js';
import { contentFrom, contentIn, stateWith } from './memory.js';

// The machine determines what a thread does with the values it reads. This module chooses the values: those of any
// existing write.

type Kind<K extends Instruction['kind']> = Extract<Instruction, { kind: K }>;

/** Returns the graph with one more step of a thread, in every way that has different continuations. */
export function extensions(loaded: Loaded, graph: Graph): Graph[] {
  const next = graph.threads.map(({ pc }, t) => loaded.codes[t]![pc]!);
  // A step that reads nothing can be taken now: every continuation of this execution contains it.
  const storing = next.findIndex(({ kind }) => kind === 'store');
  if (storing !== -1) return stores(loaded, graph, storing);
  return next.flatMap((instruction, t) => {
    switch (instruction.kind) {
      case 'load':
      case 'update':
      case 'swap':
        return readings(loaded, graph, t, locationOf(loaded, graph, t));
      case 'asleep':
        return readings(loaded, graph, t, loaded.program.cells.length + instruction.queue);
      case 'notify':
        return readings(loaded, graph, t, queueLocation(loaded, instruction.at));
      case 'wait':
        return waits(loaded, graph, t, instruction);
      case 'end':
      case 'assert':
        return [];
      default:
        throw new Error(`no access: ${instruction.kind}`);
    }
  });
}

function stores(loaded: Loaded, graph: Graph, t: number): Graph[] {
  const { state, event } = taken(loaded, graph, t, [])!;
  const { location, order } = event as Extract<Event, { kind: 'write' }>;
  const access = { thread: t, location, order, wrote: contentIn(loaded, state, location) };
  const { threads } = state;
  return placesAt(graph, location).map((_, place) => ({ ...extended(graph, access, place), threads }));
}

/** Extends the graph by a read of each write. A read-modify-write immediately follows the write it reads. */
function readings(loaded: Loaded, graph: Graph, t: number, location: number): Graph[] {
  return placesAt(graph, location).flatMap((source, place) => {
    const found = taken(loaded, graph, t, [[location, contentFrom(loaded, graph, location, source)]]);
    // The thread continues to sleep.
    if (found === undefined) return [];
    const { state, event } = found;
    const order = 'order' in event ? event.order : 'acq_rel';
    const wrote = event.kind === 'read' ? {} : { wrote: contentIn(loaded, state, location) };
    return [{ ...extended(graph, { thread: t, location, order, source, ...wrote }, place), threads: state.threads }];
  });
}

/** `Atomics.wait` takes a lock, reads, and releases the lock: the queue does not change in between. */
function waits(loaded: Loaded, graph: Graph, t: number, { at }: Kind<'wait'>): Graph[] {
  const location = queueLocation(loaded, at);
  return placesAt(graph, location).flatMap((source, place) => {
    const queue = contentFrom(loaded, graph, location, source);
    const entered = extended(graph, { thread: t, location, order: 'acquire', source, wrote: queue }, place);
    return placesAt(graph, at).map((read) => {
      const word = contentFrom(loaded, graph, at, read);
      const { state } = taken(loaded, graph, t, [
        [location, queue],
        [at, word],
      ])!;
      const looked = extended(entered, { thread: t, location: at, order: 'seq_cst', source: read });
      const wrote = contentIn(loaded, state, location);
      const leaving = { thread: t, location, order: 'release', source: graph.accesses.length, wrote } as const;
      return { ...extended(looked, leaving, place + 1), threads: state.threads };
    });
  });
}

/** Returns the writes of a location in coherence order, starting with the initial one. */
function placesAt({ coherence }: Graph, location: number): readonly number[] {
  return [INITIAL, ...coherence[location]!];
}

function queueLocation({ program }: Loaded, cell: number): number {
  return program.cells.length + queueOfCell(program, cell);
}

/** Returns the cell of the next access, which does not depend on memory. */
function locationOf(loaded: Loaded, graph: Graph, t: number): number {
  return (taken(loaded, graph, t, [])!.event as Extract<Event, { kind: 'read' | 'update' }>).location;
}

/** Returns the next step of a thread if these locations have these contents; undefined if it then has none. */
function taken(
  loaded: Loaded,
  graph: Graph,
  t: number,
  contents: readonly (readonly [location: number, content: Content])[],
): { readonly state: State; readonly event: Event } | undefined {
  const ends = (): never => {
    throw new Error('no access');
  };
  const found: { readonly state: State; readonly event: Event }[] = [];
  const to = (state: State, _thread: number, event: Event): void => void found.push({ state, event });
  const state = stateWith(loaded, graph, new Map(contents));
  new Step(loaded, state, t, { to, fails: ends, exits: ends, cut: ends }).take();
  return found[0];
}
