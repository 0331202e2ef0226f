import type { CountedFailure, Failure, LocalStates, ModelName, Schedule, Trace } from '@fencepost/core';
import { linearise, replayedTrace } from '@fencepost/core';
import type { Execution, Race } from '@fencepost/explore';
import { racesOf } from '@fencepost/explore';

interface FoundRace {
  readonly failure: Failure;
  executions: number;
  /** Under SC, of the first execution that has it. */
  readonly schedule: Schedule;
}

/** A data race, with an execution that has it. */
export interface RaceFailure extends CountedFailure {
  readonly schedule: Schedule;
}

/** The data races of the executions under SC, distinct by their labels and the name of the location. */
export class DataRaces {
  private readonly states: LocalStates;
  private readonly found = new Map<string, FoundRace>();

  constructor(states: LocalStates) {
    this.states = states;
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
    const key = JSON.stringify([race.first, race.second, this.states.locations.name(race.location)]);
    let found = this.found.get(key);
    if (found === undefined) {
      const failure = failureOf(this.states, race);
      // Not the trace itself: the local states that it refers to may be forgotten.
      found = { failure, executions: 0, schedule: linearise(trace, 'sc')! };
      this.found.set(key, found);
    }
    return found;
  }

  /** With executions as schedules for the model, which has all executions of SC. */
  failures(model: ModelName): RaceFailure[] {
    return [...this.found.values()].map(({ failure, executions, schedule }) => ({
      ...failure,
      executions,
      schedule: model === 'sc' ? schedule : this.translated(schedule, model),
    }));
  }

  private translated(schedule: Schedule, model: ModelName): Schedule {
    return linearise(replayedTrace(this.states, 'sc', schedule), model, 'early')!;
  }
}

function failureOf(states: LocalStates, { first, second, location, threads }: Race): Failure {
  const access = (label: number, thread: number): string => {
    const { kind, text, site } = states.labels.get(label);
    const what = kind === 'rmw' ? 'read-modify-write' : kind;
    // Without a site, the text names the thread.
    return `${what} at ${text}${site === undefined ? '' : ` (${states.threads.names[thread]!})`}`;
  };
  const pair = [
    { label: first, thread: threads[0] },
    { label: second, thread: threads[1] },
  ].sort((a, b) => a.thread - b.thread);
  const { site } = states.labels.get(pair[0]!.label);
  const accesses = pair.map(({ label, thread }) => access(label, thread)).join(' and ');
  return {
    kind: 'data race',
    message: `data race on ${states.locations.name(location)}: ${accesses} are not ordered`,
    ...(site && { site }),
  };
}
