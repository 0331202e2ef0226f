import { isFencepostError } from '@fencepost/core';
import { Accesses } from '../races/conflicts.js';
import { Contexts } from '../races/contexts.js';
import type { Body } from '../races/operations.js';
import { NotFollowed } from '../races/operations.js';
import { PointsTo } from '../races/points-to.js';
import { ThreadFlow } from '../races/thread-flow.js';
import { wholeProgram } from '../races/whole-program.js';
import type { Cell } from './cells.js';
import { Cells } from './cells.js';
import { stepsOf } from './lower-steps.js';
import { MemoryAccess } from './memory-access.js';
import { Published } from './published.js';
import { Situations } from './situations.js';
import type { StepBlock } from './steps.js';
import { ThreadValues } from './thread-values.js';
import { thresholdsOf } from './thresholds.js';

/** More rounds through all threads are not made. */
const MOST_ROUNDS = 60;
/** Rounds that find smaller sets of values, after widening. */
const NARROWING = 2;

/** What a call of such a function is a failure of. */
const FAILURES = {
  'reach_error': /^(?:reach_error|__VERIFIER_error)$/,
  'assertions': /^(?:reach_error|__VERIFIER_error|__VERIFIER_assert|__assert(?:_fail|_rtn)?|abort)$/,
} as const;

/**
 * Returns why a failure may be reached; undefined if none can be, for all inputs, schedules and memory models. Takes for
 * granted what `mayRace` does.
 */
export function mayFail(irs: readonly string[], openFunctions: boolean, what: keyof typeof FAILURES): string | undefined {
  try {
    const [failure] = failures(irs, openFunctions, FAILURES[what]);
    return failure === undefined ? undefined : `${failure} may be called`;
  } catch (error) {
    if (error instanceof NotFollowed) return `not followed: ${error.message}`;
    if (isFencepostError(error)) return error.message;
    throw error;
  }
}

function failures(irs: readonly string[], openFunctions: boolean, failing: RegExp): ReadonlySet<string> {
  const pointsTo = new PointsTo(new Contexts(wholeProgram(irs, openFunctions)));
  const flow = new ThreadFlow(pointsTo);
  const accesses = new Accesses(pointsTo, flow);
  const cells = new Cells(pointsTo, flow.shared);
  const situations = new Situations(pointsTo, flow, accesses, cells);
  const known = new Map<Body, readonly StepBlock[]>();
  const steps = (body: Body): readonly StepBlock[] => {
    let found = known.get(body);
    if (found === undefined) known.set(body, (found = stepsOf(body)));
    return found;
  };
  const thresholds = thresholdsOf([...pointsTo.contexts.program.bodies.values()].map(steps));
  const clusters = new Map<Cell, readonly Cell[]>(cells.all.map((cell) => [cell, [cell]]));
  for (const cluster of situations.clusters()) for (const cell of cluster) clusters.set(cell, cluster);
  let published = new Published(clusters, thresholds);
  const memory = new MemoryAccess(cells, situations, published);
  const fails = (name: string): boolean => failing.test(name);
  const values = (): ThreadValues =>
    new ThreadValues({ pointsTo, situations, memory, steps, thresholds, fails });
  const round = (): ReadonlySet<string> => {
    const now = values();
    for (const thread of pointsTo.contexts.threads) now.follow(thread);
    return now.failures;
  };
  let found: ReadonlySet<string>;
  let rounds = 0;
  do {
    if (++rounds > MOST_ROUNDS) throw new NotFollowed('too many rounds');
    published.isChanged = false;
    found = round();
  } while (published.isChanged);
  for (let narrowing = 0; narrowing < NARROWING && found.size > 0; narrowing++) {
    published = published.next();
    memory.published = published;
    found = round();
  }
  return found;
}
