import { Contexts } from '../races/contexts.js';
import { orNotFollowed } from '../races/not-followed.js';
import { PointsTo } from '../races/points-to.js';
import { ThreadFlow } from '../races/thread-flow.js';
import { wholeProgram } from '../races/whole-program.js';
import type { FailureKind } from './failing-calls.js';
import { FAILING_CALLS } from './failing-calls.js';
import { ProgramValues } from './program-values.js';

/**
 * Returns why a failure may be reached; undefined if none can be, for all inputs, schedules and memory models. Takes for
 * granted what `mayRace` does.
 */
export function mayFail(irs: readonly string[], openFunctions: boolean, what: FailureKind): string | undefined {
  return orNotFollowed(() => {
    const [failure] = failures(irs, openFunctions, FAILING_CALLS[what]);
    return failure === undefined ? undefined : `${failure} may be called`;
  });
}

/** How many cases are told apart: first few, which suffices for most programs. */
const CASES = [1, 6];

function failures(irs: readonly string[], openFunctions: boolean, failing: RegExp): ReadonlySet<string> {
  const pointsTo = new PointsTo(new Contexts(wholeProgram(irs, openFunctions, openFunctions)));
  let found: ReadonlySet<string> = new Set();
  for (const most of CASES) {
    const first = new ProgramValues(pointsTo, new ThreadFlow(pointsTo), failing, most);
    found = first.failures();
    if (found.size === 0) return found;
    const flow = flowWithFlags(pointsTo, first);
    if (flow !== undefined) found = new ProgramValues(pointsTo, flow, failing, most).failures();
    if (found.size === 0) return found;
  }
  return found;
}

/** Returns what threads hold if some variables are locks; undefined if none is. */
function flowWithFlags(pointsTo: PointsTo, values: ProgramValues): ThreadFlow | undefined {
  const flags = values.flags.found();
  while (flags.size > 0) {
    const flow = new ThreadFlow(pointsTo, flags, (context, block) => values.isReached(context, block));
    const wrong = new Set<string>();
    flow.visit((operation, { context }, { held, running }) => {
      const flag = flags.get(context)?.get(operation);
      // Before other threads start, and after they have ended, no other thread holds the lock.
      const isAlone = context.thread.parent === undefined && running.size === 0;
      if (flag?.takes === false && !held.has(flag.lock) && !isAlone) wrong.add(flag.lock);
    });
    if (wrong.size === 0) return flow;
    for (const [context, operations] of flags) {
      for (const [operation, { lock }] of operations) if (wrong.has(lock)) operations.delete(operation);
      if (operations.size === 0) flags.delete(context);
    }
  }
  return undefined;
}
