import type { Machine, Schedule, Step } from '@fencepost/core';

/**
 * Returns the possible steps: those of threads, then those of buffers. Ordered by handles, because threads may be
 * discovered in another order.
 */
export function enabledSteps(machine: Machine): Step[] {
  const runs: Step[] = [];
  const commits: Step[] = [];
  for (let t = 0; t < machine.threads; t++) {
    if (machine.local[t] === 0) continue;
    const thread = machine.states.threads.handles[t]!;
    for (let choice = 0; choice < machine.choices(t); choice++) {
      if (machine.canRun(t, choice)) runs.push({ kind: 'run', thread, choice });
    }
    for (let rank = 0; rank < machine.memory.pending(t); rank++) {
      if (machine.canCommit(t, rank)) commits.push({ kind: 'commit', thread, rank });
    }
  }
  const byHandle = (a: Step, b: Step): number => a.thread - b.thread;
  return [...runs.sort(byHandle), ...commits.sort(byHandle)];
}

export function perform(machine: Machine, step: Step): void {
  const t = machine.states.threads.indexOf(step.thread);
  if (step.kind === 'run') machine.run(t, step.choice);
  else machine.commit(t, step.rank);
}

/**
 * Runs the machine until no step is possible; the numbers choose among the possible steps, cyclically. Small numbers
 * delay stores, which produces relaxed behaviour.
 */
export function walk(machine: Machine, choices: readonly number[], most = Infinity): Schedule {
  const schedule: Step[] = [];
  while (schedule.length < most) {
    const steps = enabledSteps(machine);
    if (steps.length === 0) break;
    const step = steps[(choices[schedule.length % choices.length] ?? 0) % steps.length]!;
    perform(machine, step);
    schedule.push(step);
  }
  return schedule;
}
