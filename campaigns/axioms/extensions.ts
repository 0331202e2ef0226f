import type { Instruction } from '../machine/code.js';
import type { Event } from '../machine/event.js';
import type { State } from '../machine/state.js';
import { Step } from '../machine/step.js';
import type { Loaded } from '../machine/threads.js';
import { queueOfCell } from '../machine/threads.js';
import type { Content, Graph } from './graph.js';
import { INITIAL, extended } from './graph.js';
import { contentFrom, contentIn, stateWith } from './memory.js';

// The machine says what a thread does with what it finds in memory. What it finds is chosen here: any write there is.

type Kind<K extends Instruction['kind']> = Extract<Instruction, { kind: K }>;

/** The graph with one more step of a thread, in every way whose continuations are different. */
export function extensions(loaded: Loaded, graph: Graph): Graph[] {
  const next = graph.threads.map(({ pc }, t) => loaded.codes[t]![pc]!);
  // What reads nothing can be done now in every execution that continues this one.
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

/** A read-modify-write stands right after what it reads. */
function readings(loaded: Loaded, graph: Graph, t: number, location: number): Graph[] {
  return placesAt(graph, location).flatMap((source, place) => {
    const found = taken(loaded, graph, t, [[location, contentFrom(loaded, graph, location, source)]]);
    // It sleeps on.
    if (found === undefined) return [];
    const { state, event } = found;
    const order = 'order' in event ? event.order : 'acq_rel';
    const wrote = event.kind === 'read' ? {} : { wrote: contentIn(loaded, state, location) };
    return [{ ...extended(graph, { thread: t, location, order, source, ...wrote }, place), threads: state.threads }];
  });
}

/** `Atomics.wait` takes a lock, reads, and gives the lock back: the queue is as it was in between. */
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

/** The writes of a location in coherence order, the initial one first. */
function placesAt({ coherence }: Graph, location: number): readonly number[] {
  return [INITIAL, ...coherence[location]!];
}

function queueLocation({ program }: Loaded, cell: number): number {
  return program.cells.length + queueOfCell(program, cell);
}

/** Which cell the next access is to does not depend on what is there. */
function locationOf(loaded: Loaded, graph: Graph, t: number): number {
  return (taken(loaded, graph, t, [])!.event as Extract<Event, { kind: 'read' | 'update' }>).location;
}

/** The next step of a thread if these locations have these contents; undefined if it has none then. */
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
