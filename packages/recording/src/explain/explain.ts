import type { LocalStates, ModelName, Schedule } from '@fencepost/core';
import {
  LocalStates as States,
  Machine,
  REFERENCE_MODEL,
  Recorder,
  eventName,
  hasMachine,
  isFencepostError,
  modelNamed,
  witnessOf,
} from '@fencepost/core';
import type { Departure, DeparturePair } from '../monitor/findings.js';
import { fedUntil } from '../monitor/limit.js';
import { CycleEvents, collecting } from './cycle-events.js';
import { CycleSearches } from './cycle-searches.js';
import type { RecordedNames, RecordedRun } from '../run.js';
import type { Dependency } from './dependency.js';
import { dependencyOf } from './dependency.js';
import { programOfEvents } from './part-program.js';

/** A departure from SC as an execution of the model. */
export interface Explanation {
  readonly pair: DeparturePair;
  /** A program that executes the events of the cycle, and a schedule with which it is not SC under the model. */
  readonly states: LocalStates;
  readonly schedule: Schedule;
  /** Labels of the operation and of the write before which it takes effect. */
  readonly label: number;
  readonly writeLabel: number;
  /** Why the hardware may keep the order after all. */
  readonly dependency?: Dependency;
}

/**
 * Explains the first departure of each pair: two more passes, up to the last of these, find the cycle and its events. The program of these events
 * then runs on the machine of the model, where the operation does take effect early. Omitting events omits order, so
 * every behaviour that the model allows in the recording is allowed here. A cycle with too many or too deeply nested
 * threads (`THREAD_LIMIT`) cannot be executed, and is omitted.
 */
export function explain(run: RecordedRun, pairs: readonly DeparturePair[]): readonly Explanation[] {
  if (pairs.length === 0) return [];
  const searches = new CycleSearches(pairs.map(({ first }) => first));
  fedUntil(run, searches, () => searches.isDone);
  const parts = new Map(searches.cycles.map((cycle) => [cycle.departure, new CycleEvents(cycle)]));
  const last = pairs.reduce((latest, { first }) => Math.max(latest, first.event), 0);
  const collected = collecting([...parts.values()]);
  fedUntil(run, collected, () => collected.count > last);
  return pairs.flatMap((pair) => {
    try {
      const executed = execute(parts.get(pair.first)!, pair.first, pair.model, run);
      return executed === undefined ? [] : [{ pair, ...executed }];
    } catch (error) {
      if (isFencepostError(error) && error.code === 'THREAD_LIMIT') return [];
      throw error;
    }
  });
}

function execute(
  { events, cycle }: CycleEvents,
  departure: Departure,
  model: ModelName,
  names: RecordedNames,
): Omit<Explanation, 'pair'> | undefined {
  const { program, handles } = programOfEvents(events, names);
  const states = new States(program);
  const machine = new Machine(states, REFERENCE_MODEL, new Recorder());
  const indexOf = (thread: number): number => states.threads.indexOf(handles.get(thread)!);
  let write = -1;
  let writeLabel = -1;
  for (const { event, thread } of events.slice(0, -1)) {
    const t = indexOf(thread);
    if (event === departure.write) {
      write = eventName(t, machine.position[t]!);
      writeLabel = states.label[machine.local[t]!]!;
    }
    machine.run(t);
  }
  const thread = indexOf(departure.thread);
  const state = machine.local[thread]!;
  const label = states.label[state]!;
  const witness = witnessOf(states, machine.recorder!, { model, label, thread, state, writeLabel, write });
  // Without the events between, a read-modify-write may synchronise with an older write. Machines have no such order.
  if (witness === undefined && !hasMachine(modelNamed(model))) return undefined;
  if (witness === undefined) throw new Error('a monitor reported an SC violation that cannot be reproduced');
  const dependency = modelNamed(model).splitsAtomics === true && dependencyOf(cycle, events, departure, names);
  return { states, schedule: witness.schedule, label, writeLabel, ...(dependency ? { dependency } : {}) };
}
