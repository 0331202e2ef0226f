import { FencepostError } from '../common/errors.js';
import { whyImpossible } from './impossible-step.js';
import type { Machine } from './machine.js';
import type { Schedule, Step } from './schedule.js';
import { tokensOf } from './schedule.js';
import { STORE } from '../operations/operation.js';

/** Observes each step of a replay. */
export interface ReplayWatcher {
  before(step: Step): void;
  after(step: Step): void;
}

/** Error for a step of the schedule that the program cannot take. */
export class ImpossibleStep extends FencepostError {
  /** Index into the schedule; all steps before it were possible. */
  readonly step: number;

  constructor(step: number, message: string, details: ConstructorParameters<typeof FencepostError>[2]) {
    super('BAD_SCHEDULE', message, details);
    this.step = step;
  }
}

/** Runs the machine along the schedule. An impossible step is an error; none is skipped. */
export function replay(machine: Machine, schedule: Schedule, watcher?: ReplayWatcher): void {
  schedule.forEach((step, i) => {
    const t = machine.states.threads.find(step.thread);
    if (t === undefined || !isPossible(machine, t, step)) throw impossible(machine, schedule, i);
    watcher?.before(step);
    if (step.kind === 'run') machine.run(t, step.choice);
    else machine.commit(t, step.rank);
    watcher?.after(step);
  });
}

function isPossible(machine: Machine, t: number, step: Step): boolean {
  // A thread discovered by looking ahead is not yet part of the machine.
  if (t >= machine.threads) return false;
  if (step.kind === 'commit') return machine.canCommit(t, step.rank);
  return machine.canRun(t, step.choice) && (step.choice === 0 || isOfKind(machine, t, step.isStore === true));
}

/** Whether the next operation of the thread is a store, or is not one, as in the step. */
function isOfKind({ states, local }: Machine, t: number, isStore: boolean): boolean {
  return (states.kind[local[t]!] === STORE) === isStore;
}

function impossible(machine: Machine, schedule: Schedule, step: number): ImpossibleStep {
  const { reason, site, hint } = whyImpossible(machine, schedule[step]!);
  let from = 0;
  const tokens = tokensOf(schedule);
  const number = tokens.findIndex(({ steps }) => (from += steps) > step);
  const { text, steps } = tokens[number]!;
  const done = step - (from - steps);
  const when = done === 0 ? '' : `after ${done} of its ${steps} operations, `;
  const message = `step ${number + 1} of the schedule (${text}) is not possible: ${when}${reason}`;
  return new ImpossibleStep(step, message, { hint, ...(site && { site }) });
}
