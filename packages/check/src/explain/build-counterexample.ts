import type { LocalStates, ModelName, Schedule } from '@fencepost/core';
import { hasDataRaces, hasPreservedOrder, isJudged, modelNamed } from '@fencepost/core';
import { printChecked } from './checked-schedule.js';
import type { Counterexample, CycleEdge, Delay, Remedy, Story } from '@fencepost/report';
import type { LabelPair } from './cycle.js';
import { cycleOf } from './cycle.js';
import type { Judge } from './require-consistent.js';
import { requireConfirmed } from './require-consistent.js';
import type { FoundRemedy } from './remedy.js';
import { remedyForCycle, remedyForRace } from './remedy.js';
import { buildReplayedStory } from './build-story.js';
import { unorderedEdges } from './unordered.js';
import { movedRemedy, withoutInternalSteps } from './hide-internal-steps.js';

/** Details about an execution beyond the fact that it fails or is not SC. */
export interface Shown {
  /** Labels of a cycle that a monitor reported. */
  readonly pair?: LabelPair;
  /** Racing accesses, as events of the replayed trace. */
  readonly race?: readonly [number, number] | undefined;
  /** Judges the trace. By default, the trace comes from an explorer, and axioms have to confirm it. */
  readonly judge?: Judge;
}

/**
 * Replays a schedule and explains it. (It does not use the trace of a search, whose local states may have been
 * forgotten since.) Under a model without a machine of its own, axioms judge the execution first.
 */
export function buildCounterexample(
  states: LocalStates,
  model: ModelName,
  schedule: Schedule,
  { pair, race, judge = requireConfirmed }: Shown = {},
): Counterexample {
  const { story, trace, operations, upkeep } = buildReplayedStory(states, model, schedule);
  judge(trace, model);
  const edges = cycleOf(trace, schedule, pair) ?? [];
  const stepOf = (event: number): number => {
    const { thread, position } = trace.events[event]!;
    return operations[thread]![position]!;
  };
  const cycle = edges.map(({ from, to, kind }) => ({ from: stepOf(from), to: stepOf(to), kind }));
  const delays = delaysOf(story, cycle);
  const described = modelNamed(model);
  const raced = race === undefined ? undefined : { first: stepOf(race[0]), second: stepOf(race[1]) };
  const counterexample = {
    ...{ schedule: printChecked(story, schedule), story, cycle, delays },
    ...(raced !== undefined && { race: raced }),
  };
  if (!isJudged(described)) {
    const unordered = hasPreservedOrder(described)
      ? unorderedEdges(trace, model, edges).map(({ from, to }) => ({ store: stepOf(from), past: stepOf(to) }))
      : delays;
    return withoutInternalSteps({ ...counterexample, unordered }, upkeep);
  }
  const ofRace = race !== undefined && hasDataRaces(described) ? remedyForRace(trace, model, race) : undefined;
  // A race that no order of accesses prevents may cause a behaviour that an order forbids.
  const remedy = ofRace ?? remedyForCycle(trace, model, edges);
  const told = {
    ...counterexample,
    unordered: [],
    ...(remedy !== undefined && { remedy: movedRemedy(remedyOf(remedy), stepOf) }),
  };
  return withoutInternalSteps(told, upkeep);
}

/** Numbers refer to events of the trace. */
function remedyOf({ missing, fixes }: FoundRemedy): Remedy {
  return {
    missing,
    fixes: fixes.map(({ effect, changes }) => ({
      effect,
      changes: changes.map(({ event, ...change }) => ({ step: event, ...change })),
    })),
  };
}

/**
 * Returns the stores of the cycle that took effect after operations that follow them both in the cycle and in their
 * thread.
 */
function delaysOf(story: Story, cycle: readonly CycleEdge[]): Delay[] {
  const { steps } = story;
  const effect = (step: number): number => {
    if (!steps[step]!.pending || steps[step]!.kind !== 'store') return step;
    const commit = steps.findIndex(({ of }) => of === step);
    return commit < 0 ? Infinity : commit;
  };
  return cycle
    .filter(({ from, to, kind }) => kind === 'program order' && effect(from) > effect(to))
    .map(({ from, to }) => ({ store: from, past: to }));
}
