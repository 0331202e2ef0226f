import type { State, Word } from '../machine/state.js';
import type { Loaded } from '../machine/threads.js';
import { wrap } from '../program/types.js';
import type { Content, Graph } from './graph.js';
import { INITIAL } from './graph.js';

/** Returns the content of a location after this write. */
export function contentFrom({ program }: Loaded, { accesses }: Graph, location: number, source: number): Content {
  if (source !== INITIAL) return accesses[source]!.wrote!;
  const cell = program.cells[location];
  return cell === undefined ? [] : wrap(cell.initial, cell.type);
}

/** Returns a state of the machine with these contents; all other locations have their initial content. */
export function stateWith(loaded: Loaded, graph: Graph, contents: ReadonlyMap<number, Content>): State {
  const { cells } = loaded.program;
  const all = graph.coherence.map(
    (_, location) => contents.get(location) ?? contentFrom(loaded, graph, location, INITIAL),
  );
  const memory = all.slice(0, cells.length) as Word[];
  const queues = all.slice(cells.length) as (readonly number[])[];
  return { memory, owners: [], queues, threads: graph.threads };
}

/** Returns the final state of the graph. */
export function finalState(loaded: Loaded, graph: Graph): State {
  const contents = graph.coherence.map(
    (order, location) => [location, contentFrom(loaded, graph, location, order.at(-1) ?? INITIAL)] as const,
  );
  return stateWith(loaded, graph, new Map(contents));
}

export function contentIn({ program }: Loaded, { memory, queues }: State, location: number): Content {
  const { length } = program.cells;
  return location < length ? memory[location]! : queues[location - length]!;
}
