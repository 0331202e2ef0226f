import type { LocalStates, Trace } from '@fencepost/core';
import { defaultModels, modelTitle } from '@fencepost/core';
import type { Execution, Race } from '@fencepost/explore';
import { racesOf, reorderingOf } from '@fencepost/explore';

/** Of executions that show no new state of a thread, one of so many is looked at. */
const ONE_OF = 64;

/**
 * Looks for accesses that other machines, or compilers, may reorder further than the models do. To look at an execution
 * costs more than to explore it; so it is done where a thread is in a state that was not there before, now and then among
 * the others, and until the first such accesses are found.
 */
export class UnorderedAccesses {
  private readonly states: LocalStates;
  private seen = 0;
  private discovered = -1;
  /** What was found, in words. */
  note: string | null;

  constructor(states: LocalStates, note: string | null = null) {
    this.states = states;
    this.note = note;
  }

  /** Takes in an execution, complete or blocked. */
  collect(execution: Execution): void {
    const { states } = this;
    if (this.note !== null || states.program.standard === undefined || !execution.sequential) return;
    if (states.discovered === this.discovered && this.seen++ % ONE_OF !== 0) return;
    const trace = execution.trace();
    const [race] = racesOf(trace);
    this.note = race === undefined ? aboutReordering(trace) : aboutRace(trace, race);
    this.discovered = states.discovered;
  }
}

function aboutRace(trace: Trace, { location, events }: Race): string {
  const { locations, program } = trace.states;
  const places = [...new Set(events.map((event) => place(trace, event)))].sort().join(' and ');
  const why =
    program.standard === 'C11'
      ? `C11 promises nothing then, and compilers and machines like arm64 reorder more than ${weakest()} does`
      : `engines and machines like arm64 reorder what is not done by Atomics more than ${weakest()} does`;
  return `data race on ${locations.name(location)} (${places}): ${why}; --races shows all`;
}

/** The weakest of the models that programs are checked under unless models are named. */
function weakest(): string {
  return modelTitle(defaultModels('check').at(-1)!);
}

function aboutReordering(trace: Trace): string | null {
  const found = reorderingOf(trace);
  if (found === undefined) return null;
  const { states, events } = trace;
  const [first, second] = found.map(
    (i) => `${states.locations.name(states.location[events[i]!.state]!)} (${place(trace, i)})`,
  );
  return `relaxed accesses: C11 and machines like arm64 may perform ${second!} before ${first!}; no model here does`;
}

function place({ states, events }: Trace, event: number): string {
  return states.labels.get(states.label[events[event]!.state]!).text;
}
