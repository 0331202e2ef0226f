import type { LocalStates, ModelName, Schedule } from '@fencepost/core';
import { printChecked } from './checked-schedule.js';
import type { Counterexample, CycleEdge, Delay, Story } from '@fencepost/report';
import type { LabelPair } from './cycle.js';
import { cycleOf } from './cycle.js';
import { tellReplayed } from './tell-story.js';

/**
 * Replays a schedule and explains it. (Not from the trace of a search, whose local states may have been forgotten
 * since.) With a pair of labels the cycle is one that a monitor reported.
 */
export function tellCounterexample(
  states: LocalStates,
  model: ModelName,
  schedule: Schedule,
  pair?: LabelPair,
): Counterexample {
  const { story, trace, operations } = tellReplayed(states, model, schedule);
  const edges = cycleOf(trace, schedule, pair) ?? [];
  const stepOf = (event: number): number => {
    const { thread, position } = trace.events[event]!;
    return operations[thread]![position]!;
  };
  const cycle = edges.map(({ from, to, kind }) => ({ from: stepOf(from), to: stepOf(to), kind }));
  return { schedule: printChecked(story, schedule), story, cycle, delays: delaysOf(story, cycle) };
}

/** The stores of the cycle that took effect after operations that follow them both in the cycle and in their thread. */
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
