/** An event of a small trace. */
export type TraceEvent = { readonly t: number; readonly event: number } & (
  | { readonly op: 'read' | 'write' | 'update'; readonly place: number; readonly plain: boolean }
  | { readonly op: 'lock' | 'unlock'; readonly place: number; readonly tried?: boolean }
  | { readonly op: 'spawn' | 'join'; readonly child: number }
);

const INITIAL = -1;

/** Which races and deadlocks the sync-preserving reorderings of a trace have: all of them, one by one. */
export interface ByBruteForce {
  /** Pairs of events. */
  readonly races: Set<string>;
  /** Lists of events in ascending order. */
  readonly deadlocks: Set<string>;
  readonly states: number;
}

/** Goes through all correct reorderings that keep the order of critical sections. */
export function bruteForcePredictions(trace: readonly TraceEvent[], roots: number): ByBruteForce {
  const threads =
    1 + Math.max(roots - 1, ...trace.map((each) => ('child' in each ? Math.max(each.t, each.child) : each.t)));
  const lists = Array.from({ length: threads }, (_, t) => trace.filter((each) => each.t === t));
  const sources = readSources(trace);
  const races = new Set<string>();
  const deadlocks = new Set<string>();
  const seen = new Set<string>();

  const visit = (
    at: readonly number[],
    last: ReadonlyMap<number, number>,
    holders: ReadonlyMap<number, number>,
    locked: ReadonlyMap<number, number>,
  ): void => {
    const key = JSON.stringify([at, [...last].toSorted(), [...locked].toSorted(), [...holders].toSorted()]);
    if (seen.has(key)) return;
    seen.add(key);
    const next = at.map((k, t) => lists[t]![k]);
    const isStarted = (t: number): boolean =>
      t < roots ||
      lists.some((list, u) => list.slice(0, at[u]).some((each) => each.op === 'spawn' && each.child === t));
    const ready = next.flatMap((each) => (each !== undefined && isStarted(each.t) ? [each] : []));
    for (const a of ready) {
      for (const b of ready) {
        if (a.event < b.event && isConflict(a, b)) races.add(`${a.event} ${b.event}`);
      }
    }
    for (const cycle of cyclesOf(ready, holders)) deadlocks.add(cycle);
    for (const each of ready) {
      const { t } = each;
      const moved = at.map((k, u) => (u === t ? k + 1 : k));
      switch (each.op) {
        case 'read':
        case 'update':
          if ((last.get(each.place) ?? INITIAL) !== sources.get(each.event)) break;
          visit(moved, each.op === 'read' ? last : new Map(last).set(each.place, each.event), holders, locked);
          break;
        case 'write':
          visit(moved, new Map(last).set(each.place, each.event), holders, locked);
          break;
        case 'lock':
          // Critical sections keep their order.
          if (holders.has(each.place) || (locked.get(each.place) ?? -1) > each.event) break;
          visit(moved, last, new Map(holders).set(each.place, t), new Map(locked).set(each.place, each.event));
          break;
        case 'unlock': {
          const rest = new Map(holders);
          rest.delete(each.place);
          visit(moved, last, rest, locked);
          break;
        }
        case 'spawn':
          visit(moved, last, holders, locked);
          break;
        case 'join':
          if (at[each.child] === lists[each.child]!.length && isStarted(each.child))
            visit(moved, last, holders, locked);
      }
    }
  };
  visit(
    lists.map(() => 0),
    new Map(),
    new Map(),
    new Map(),
  );
  return { races, deadlocks, states: seen.size };
}

function isConflict(a: TraceEvent, b: TraceEvent): boolean {
  if (!('plain' in a) || !('plain' in b)) return false;
  return a.place === b.place && (a.op !== 'read' || b.op !== 'read') && (a.plain || b.plain);
}

function readSources(trace: readonly TraceEvent[]): Map<number, number> {
  const last = new Map<number, number>();
  const sources = new Map<number, number>();
  for (const each of trace) {
    if (!('plain' in each)) continue;
    if (each.op !== 'write') sources.set(each.event, last.get(each.place) ?? INITIAL);
    if (each.op !== 'read') last.set(each.place, each.event);
  }
  return sources;
}

/** Returns the sets of next events that wait for each other. */
function cyclesOf(ready: readonly TraceEvent[], holders: ReadonlyMap<number, number>): string[] {
  const requests = new Map(
    ready.flatMap((each) => (each.op === 'lock' && each.tried !== true ? [[each.t, each] as const] : [])),
  );
  const found: string[] = [];
  for (const start of requests.keys()) {
    const path: TraceEvent[] = [];
    const seen = new Set<number>();
    for (let t: number | undefined = start; t !== undefined && requests.has(t) && !seen.has(t);) {
      seen.add(t);
      const request: TraceEvent = requests.get(t)!;
      path.push(request);
      t = 'place' in request ? holders.get(request.place) : undefined;
      if (t === start)
        found.push(
          path
            .map(({ event }) => event)
            .toSorted((a, b) => a - b)
            .join(' '),
        );
    }
  }
  return found;
}
