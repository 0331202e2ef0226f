import type { Failure, LocalStates, ModelName, Schedule, Trace, TraceEvent } from '@fencepost/core';
import {
  isSequentiallyConsistent,
  linearise,
  parseSchedule,
  prefixFor,
  printSchedule,
  replayedTrace,
} from '@fencepost/core';
import type { Execution, Race } from '@fencepost/explore';
import { racesOf } from '@fencepost/explore';
import type { FailureReport } from '@fencepost/report';
import { buildCounterexample } from '../explain/build-counterexample.js';
import { placesInWords } from './places-in-words.js';

/** A race, and an execution that has it. */
export interface FoundRace {
  readonly failure: Failure;
  /** The name of the location. */
  readonly place: string;
  /** Description of the two accesses. */
  readonly accesses: string;
  executions: number;
  /** Schedule of the first execution that has the race, up to the race. An SC execution replaces one that is not SC. */
  schedule: string;
  /** Whether that part of the execution is SC. */
  sequential: boolean;
}

/** The races found so far, as plain JSON. */
export type SavedRaces = readonly (readonly [key: string, race: Readonly<FoundRace>])[];

/** Merges races that were found later. */
export function addRaces(known: Map<string, FoundRace>, found: SavedRaces): void {
  for (const [key, race] of found) {
    const before = known.get(key);
    if (before === undefined) known.set(key, { ...race });
    else {
      before.executions += race.executions;
      if (race.sequential && !before.sequential) {
        before.schedule = race.schedule;
        before.sequential = true;
      }
    }
  }
}

/** The data races of the executions of a search, distinct by their labels and the name of the location. */
export class DataRaces {
  private readonly states: LocalStates;
  /** The model of the executions: one of `modelOfRaces`. */
  private readonly model: ModelName;
  private readonly found: Map<string, FoundRace>;

  constructor(states: LocalStates, model: ModelName, saved: SavedRaces = []) {
    this.states = states;
    this.model = model;
    this.found = new Map(saved.map(([key, race]) => [key, { ...race }]));
  }

  save(): SavedRaces {
    return [...this.found];
  }

  /** Merges the races of a later task. */
  merge(found: SavedRaces): void {
    addRaces(this.found, found);
  }

  get any(): boolean {
    return this.found.size > 0;
  }

  /**
   * Adds an execution of the search. Blocked executions count as well, because their events can happen: a loop
   * iteration that reads data, finds it changing and starts again (a seqlock) occurs only in such executions.
   */
  collect(execution: Execution): void {
    // Build a trace only if needed.
    if (execution.racy === false) return;
    const trace = execution.trace();
    const counted = new Set<FoundRace>();
    for (const race of racesOf(trace)) counted.add(this.intern(race, trace));
    for (const found of counted) found.executions += execution.orbit ?? 1;
  }

  private keyOf(race: Race): string {
    const labels = [race.first, race.second]
      .map((label) => this.states.labels.get(label))
      .map(({ kind, text }) => `${kind} ${text}`);
    return JSON.stringify([...labels, this.states.locations.name(race.location)]);
  }

  private intern(race: Race, trace: Trace): FoundRace {
    const key = this.keyOf(race);
    let found = this.found.get(key);
    if (found === undefined) {
      found = { ...described(trace, race), executions: 0, ...this.partWith(race, trace) };
      this.found.set(key, found);
    } else if (!found.sequential) {
      const part = this.partWith(race, trace);
      if (part.sequential) Object.assign(found, part);
    }
    return found;
  }

  /** Returns a schedule instead of the trace, because the local states of the trace may be forgotten. */
  private partWith(race: Race, trace: Trace): Pick<FoundRace, 'schedule' | 'sequential'> {
    const part = prefixFor(trace, race.events);
    return { schedule: printSchedule(linearise(part, this.model)!), sequential: isSequentiallyConsistent(part) };
  }

  /**
   * Returns the races as failures under a model that has all executions of the search. `complete`: the search has
   * explored all of them, including those of SC.
   */
  failures(model: ModelName, complete: boolean): FailureReport[] {
    return alike(this.found).map((group) => {
      // A race that SC has explains more.
      const [key, { failure, schedule, sequential }] = group.find(([, each]) => each.sequential) ?? group[0]!;
      const shown = this.translated(parseSchedule(schedule), model);
      const trace = replayedTrace(this.states, model, shown);
      const race = racesOf(trace).find((each) => this.keyOf(each) === key);
      const places = group.map(([, each]) => each.place);
      return {
        ...failure,
        message: raceMessage(placesInWords(places), group[0]![1].accesses),
        executions: Math.max(...group.map(([, { executions }]) => executions)),
        underSc: sequential ? true : complete ? false : null,
        counterexample: buildCounterexample(this.states, model, shown, { race: race?.events }),
      };
    });
  }

  private translated(schedule: Schedule, model: ModelName): Schedule {
    if (model === this.model) return schedule;
    return linearise(replayedTrace(this.states, this.model, schedule), model, 'early')!;
  }
}

/** Groups races of the same two accesses, which may, for example, copy or compare many places. */
function alike(found: ReadonlyMap<string, FoundRace>): (readonly [key: string, race: FoundRace])[][] {
  const groups = new Map<string, (readonly [string, FoundRace])[]>();
  for (const entry of found) {
    const group = groups.get(entry[1].accesses) ?? [];
    group.push(entry);
    groups.set(entry[1].accesses, group);
  }
  return [...groups.values()];
}

/** Words for accesses, by role or kind. */
const WHAT: Readonly<Record<string, string>> = { freeing: 'free', allocation: 'allocation', rmw: 'read-modify-write' };

function raceMessage(place: string, accesses: string): string {
  return `data race on ${place}: ${accesses} are not ordered`;
}

function described({ states, events }: Trace, race: Race): Pick<FoundRace, 'failure' | 'place' | 'accesses'> {
  const access = ({ state, thread }: TraceEvent): string => {
    const { kind, text, site, role } = states.labels.get(states.label[state]!);
    const what = WHAT[role ?? kind] ?? kind;
    // Without a site, the text names the thread.
    return `${what} at ${text}${site === undefined ? '' : ` (${states.threads.names[thread]!})`}`;
  };
  const pair = race.events.map((event) => events[event]!).sort((a, b) => a.thread - b.thread);
  const { site } = states.labels.get(states.label[pair[0]!.state]!);
  const place = states.locations.name(race.location);
  const accesses = pair.map(access).join(' and ');
  return {
    failure: { kind: 'data race', message: raceMessage(place, accesses), ...(site && { site }) },
    place,
    accesses,
  };
}
