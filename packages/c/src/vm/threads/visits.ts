/** Progress of the thread at an earlier visit of the head of a loop. */
interface Stand {
  readonly operations: number;
  readonly choices: number;
}

/** Progress of a thread at its last visit of the head of a loop. */
export interface Visit {
  operations: number;
  effects: number;
  /** Number of writes the thread had made. */
  writes: number;
  /** Number of open values chosen by then. */
  choices: number;
  /** Visits since the last effect, by private state. */
  readonly stands: Map<string, Stand>;
  /** Private state at the last visit, without counters. */
  uncounted: string;
  /** Number of iterations with visible operations since the loop was entered. */
  iterations: number;
  silent: number;
  /** Whether snapshots of the thread share this object, so that it must not change. */
  isShared: boolean;
  /** The silent iteration at whose start to take the next snapshot. `seen`: the last snapshot. */
  lookAt: number;
  seen: string;
}

/** What still matters of a visit: see `Loops.describeVisit`. */
export type Rest = 'bound' | 'stands' | 'all';

/**
 * After this many silent iterations, and again each time their number has doubled, test whether the next one changes
 * anything.
 */
export const FIRST_LOOK = 16;

/** Differs from every private state. */
const UNREPEATABLE = '';

/** The number of effects of a visit of which only the iteration bound matters. Differs from every number. */
const CHANGED = -1;

export function newVisit(operations: number, effects: number, writes: number, choices: number): Visit {
  return {
    operations,
    effects,
    writes,
    choices,
    stands: new Map(),
    uncounted: '',
    iterations: 0,
    silent: 0,
    isShared: false,
    lookAt: FIRST_LOOK,
    seen: '',
  };
}

/** Copies a visit. All visits are made alike, as objects of several shapes are slow. */
export function copyOf(visit: Visit, stands: Map<string, Stand>, isShared: boolean): Visit {
  const { operations, effects, writes, choices, uncounted, iterations, silent, lookAt, seen } = visit;
  return { operations, effects, writes, choices, stands, uncounted, iterations, silent, isShared, lookAt, seen };
}

/** Returns the visit reduced to what still matters of it. The object may be the same, but must not change any more. */
export function saved(visit: Visit, rest: Rest): Visit {
  const isReduced =
    rest === 'all' ||
    (rest === 'stands' ? visit.uncounted === UNREPEATABLE : visit.effects === CHANGED && visit.stands.size === 0);
  if (isReduced) {
    visit.isShared = true;
    return visit;
  }
  const reduced = copyOf(visit, rest === 'stands' ? new Map(visit.stands) : new Map<string, Stand>(), true);
  if (rest === 'stands') reduced.uncounted = UNREPEATABLE;
  else reduced.effects = CHANGED;
  return reduced;
}
