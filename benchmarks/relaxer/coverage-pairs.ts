import type { Edge, ModelName, Trace } from '@fencepost/core';
import { happensBefore, linearise } from '@fencepost/core';
import { cycleOf } from '@fencepost/check';

/** The pair of an execution that is not SC, as `fencepost check --all` tells it: of its shortest cycle. */
export function toldPair(trace: Trace, model: ModelName): string {
  return pairOf(trace, cycleOf(trace, linearise(trace, model, 'early')!)!.at(-1)!);
}

/** The pairs of all its cycles: of every edge from an operation to a write of another thread that is part of one. */
export function pairsOfCycles(trace: Trace): string[] {
  const edges = happensBefore(trace);
  const component = components(trace.events.length, edges);
  return edges
    .filter((edge) => leadsToWriteOfOther(trace, edge) && component[edge.from] === component[edge.to])
    .map((edge) => pairOf(trace, edge));
}

function leadsToWriteOfOther({ events }: Trace, { from, to, kind }: Edge): boolean {
  return (kind === 'from-read' || kind === 'coherence') && events[from]!.thread !== events[to]!.thread;
}

/** By text: numbers of labels mean something to one instance of `LocalStates` only. */
function pairOf({ states, events }: Trace, { from, to }: Edge): string {
  const text = (event: number): string => states.labels.get(states.label[events[event]!.state]!).text;
  return `${text(from)} → ${text(to)}`;
}

/** Strongly connected components (Tarjan): by node the number of its own. */
function components(nodes: number, edges: readonly Edge[]): Int32Array {
  const out = Array.from({ length: nodes }, (): number[] => []);
  for (const { from, to } of edges) out[from]!.push(to);
  const component = new Int32Array(nodes).fill(-1);
  const low = new Int32Array(nodes).fill(-1);
  const stack: number[] = [];
  let visited = 0;
  let found = 0;
  const visit = (node: number): number => {
    const number = visited++;
    low[node] = number;
    stack.push(node);
    for (const next of out[node]!) {
      if (low[next] === -1) low[node] = Math.min(low[node], visit(next));
      else if (component[next] === -1) low[node] = Math.min(low[node], low[next]!);
    }
    if (low[node] === number) {
      for (let member = -1; member !== node;) component[(member = stack.pop()!)] = found;
      found++;
    }
    return low[node];
  };
  for (let node = 0; node < nodes; node++) if (low[node] === -1) visit(node);
  return component;
}
