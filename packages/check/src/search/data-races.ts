import type { Failure, LocalStates, ModelName, Schedule, Trace, TraceEvent } from '@fencepost/core';
import { REFERENCE_MODEL, linearise, parseSchedule, prefixFor, printSchedule, replayedTrace } from '@fencepost/core';
import type { Execution, Race } from '@fencepost/explore';
import { racesOf } from '@fencepost/explore';
import type { FailureReport } from '@fencepost/report';
import { tellCounterexample } from '../explain/tell-counterexample.js';

interface FoundRace {
  readonly failure: Failure;
  executions: number;
  /** Under SC, of the first execution that has it, up to there. */
  readonly schedule: string;
}

/** The races found so far, as plain JSON. */
export type SavedRaces = readonly (readonly [key: string, race: Readonly<FoundRace>])[];

/** The data races of the executions under SC, distinct by their labels and the name of the location. */
export class DataRaces {
  private readonly states: LocalStates;
  private readonly found: Map<string, FoundRace>;

  constructor(states: LocalStates, saved: SavedRaces = []) {
    this.states = states;
    this.found = new Map(saved.map(([key, race]) => [key, { ...race }]));
  }

  save(): SavedRaces {
    return [...this.found];
  }

  /** Adds what a later task has found. */
  merge(found: SavedRaces): void {
    for (const [key, race] of found) {
      const known = this.found.get(key);
      if (known === undefined) this.found.set(key, { ...race });
      else known.executions += race.executions;
    }
  }

  get any(): boolean {
    return this.found.size > 0;
  }

  /**
   * Takes in an execution of the search under SC. One that is blocked counts as well: what happened in it can happen,
   * and the round of a loop that reads data, finds it changing and starts again (a seqlock) is in such executions only.
   */
  collect(execution: Execution): void {
    const trace = execution.trace();
    const counted = new Set<FoundRace>();
    for (const race of racesOf(trace)) counted.add(this.intern(race, trace));
    for (const found of counted) found.executions++;
  }

  private intern(race: Race, trace: Trace): FoundRace {
    const labels = [race.first, race.second]
      .map((label) => this.states.labels.get(label))
      .map(({ kind, text }) => `${kind} ${text}`);
    const key = JSON.stringify([...labels, this.states.locations.name(race.location)]);
    let found = this.found.get(key);
    if (found === undefined) {
      const failure = failureOf(trace, race);
      // Not the trace itself: the local states that it refers to may be forgotten.
      const schedule = printSchedule(linearise(prefixFor(trace, race.events), REFERENCE_MODEL)!);
      found = { failure, executions: 0, schedule };
      this.found.set(key, found);
    }
    return found;
  }

  /** A race is one of the program, under whichever model it runs: the model has all executions of SC. */
  failures(model: ModelName): FailureReport[] {
    return [...this.found.values()].map(({ failure, executions, schedule }) => ({
      ...failure,
      executions,
      underSc: true,
      counterexample: tellCounterexample(this.states, model, this.translated(parseSchedule(schedule), model)),
    }));
  }

  private translated(schedule: Schedule, model: ModelName): Schedule {
    return linearise(replayedTrace(this.states, REFERENCE_MODEL, schedule), model, 'early')!;
  }
}

function failureOf({ states, events }: Trace, race: Race): Failure {
  const access = ({ state, thread }: TraceEvent): string => {
    const { kind, text, site } = states.labels.get(states.label[state]!);
    const what = kind === 'rmw' ? 'read-modify-write' : kind;
    // Without a site, the text names the thread.
    return `${what} at ${text}${site === undefined ? '' : ` (${states.threads.names[thread]!})`}`;
  };
  const pair = race.events.map((event) => events[event]!).sort((a, b) => a.thread - b.thread);
  const { site } = states.labels.get(states.label[pair[0]!.state]!);
  return {
    kind: 'data race',
    message: `data race on ${states.locations.name(race.location)}: ${pair.map(access).join(' and ')} are not ordered`,
    ...(site && { site }),
  };
}
