import type { Failure, LabelTable, LocalStates, ModelName, Schedule } from '@fencepost/core';
import { failureKey } from '@fencepost/core';
import type { CycleResult } from '@fencepost/explore';
import type { CycleAccess, CycleOutcome, CycleReport } from '@fencepost/report';
import { printWitness, shortenCycle, shortenHarmful } from './show-tests.js';

/** Sort order of outcomes, most harmful first. */
export const CYCLE_RANK: Readonly<Record<CycleOutcome, number>> = {
  harmful: 0,
  benign: 1,
  'not confirmed': 2,
  'not possible': 3,
};

/** Number of cycles that are shortened. Users rarely look at more. */
const MOST_SHORTENED = 20;

/** Returns the cycles, most harmful first, then by how often they happened. */
export function reportCycles(
  states: LocalStates,
  model: ModelName,
  cycles: readonly CycleResult[],
  failures: readonly Failure[],
): CycleReport[] {
  const sorted = cycles
    .map((cycle) => ({ cycle, outcome: outcomeOf(cycle) }))
    .toSorted((a, b) => CYCLE_RANK[a.outcome] - CYCLE_RANK[b.outcome] || b.cycle.probability - a.cycle.probability);
  const witnesses = new Witnesses(states, model);
  return sorted.map(({ cycle, outcome }, i): CycleReport => {
    const { labels, predicted, trials, confirmed, byTheWay, probability, harmful } = cycle;
    const keys = new Set(harmful.map(failureKey));
    return {
      outcome,
      predicted,
      accesses: labels.map((label) => accessOf(states.labels, label)),
      ...{ trials, confirmed, byTheWay, probability },
      failures: failures.flatMap((failure, number) => (keys.has(failureKey(failure)) ? [number] : [])),
      schedule: witnesses.print(cycle, i < MOST_SHORTENED),
    };
  });
}

function outcomeOf({ possible, witness, harmful }: CycleResult): CycleOutcome {
  if (harmful.length > 0) return 'harmful';
  if (witness !== undefined) return 'benign';
  return possible ? 'not confirmed' : 'not possible';
}

function accessOf(labels: LabelTable, label: number): CycleAccess {
  const { kind, text, site } = labels.get(label);
  if (kind !== 'load' && kind !== 'store' && kind !== 'rmw') throw new Error(`a cycle with a ${kind}`);
  return { kind, label: text, ...(site && { site }) };
}

class Witnesses {
  private readonly states: LocalStates;
  private readonly model: ModelName;
  /** Printed schedules. Many cycles share one. */
  private readonly printed = new Map<Schedule, string>();

  constructor(states: LocalStates, model: ModelName) {
    this.states = states;
    this.model = model;
  }

  print(cycle: CycleResult, short: boolean): string | null {
    const { states, model, printed } = this;
    const found = cycle.harmful.length > 0 ? cycle.harmfulWitness : cycle.witness;
    if (found === undefined) return null;
    const schedule = short ? this.shortened(cycle, found) : found;
    const text = printed.get(schedule) ?? printWitness(states, model, schedule);
    printed.set(schedule, text);
    return text;
  }

  private shortened({ labels, harmful }: CycleResult, schedule: Schedule): Schedule {
    const { states, model } = this;
    if (harmful.length === 0) return shortenCycle(states, model, schedule, labels);
    // Try each failure to find that of the execution.
    return harmful
      .map((failure) => shortenHarmful(states, model, schedule, labels, failure))
      .reduce((best, each) => (each.length < best.length ? each : best));
  }
}
