import { FencepostError } from './errors.js';
import { MOST_EVENTS_PER_THREAD } from './events.js';
import type { Machine } from './machine.js';

/** One step of an actor. Threads are named by handle, so a schedule means the same in every process. */
export type Step =
  | { readonly kind: 'run'; readonly thread: number; readonly choice: number }
  | { readonly kind: 'commit'; readonly thread: number; readonly rank: number };

export type Schedule = readonly Step[];

const PREFIX = 'fp1:';
const TOKEN = /^(\d+)(?:x(\d+)|c(\d*)|r(\d+))?$/;

/**
 * `fp1:` and steps separated by dots: `2` thread 2 executes its next operation, `2x3` three of them, `2c` its oldest
 * pending store reaches memory, `2c1` the pending store with one older ahead of it does, `2r1` it executes a load that
 * returns the value before the newest (PSLO).
 */
export function printSchedule(schedule: Schedule): string {
  const tokens: string[] = [];
  for (let i = 0; i < schedule.length;) {
    const step = schedule[i]!;
    if (step.kind === 'commit') tokens.push(`${step.thread}c${step.rank === 0 ? '' : step.rank}`);
    else if (step.choice !== 0) tokens.push(`${step.thread}r${step.choice}`);
    else {
      const run = runLength(schedule, i);
      tokens.push(run === 1 ? `${step.thread}` : `${step.thread}x${run}`);
      i += run;
      continue;
    }
    i++;
  }
  return PREFIX + tokens.join('.');
}

function runLength(schedule: Schedule, from: number): number {
  const first = schedule[from]!;
  let length = 0;
  for (let i = from; i < schedule.length; i++, length++) {
    const step = schedule[i]!;
    if (step.kind !== 'run' || step.choice !== 0 || step.thread !== first.thread) break;
  }
  return length;
}

export function parseSchedule(text: string): Schedule {
  if (!text.startsWith(PREFIX)) {
    throw new FencepostError('BAD_SCHEDULE', `a schedule begins with ${PREFIX}, not with "${text.slice(0, 12)}"`);
  }
  const body = text.slice(PREFIX.length);
  if (body === '') return [];
  return body.split('.').flatMap(parseToken);
}

function parseToken(token: string, position: number): Step[] {
  const match = TOKEN.exec(token);
  if (match === null) {
    throw new FencepostError('BAD_SCHEDULE', `step ${position + 1} of the schedule, "${token}", is not a step`, {
      hint: 'steps look like 1, 1x3, 1c, 1c2 or 1r1',
    });
  }
  const [, threadText, times, rank, choice] = match;
  const thread = Number(threadText);
  if (times !== undefined && Number(times) > MOST_EVENTS_PER_THREAD) {
    throw new FencepostError('BAD_SCHEDULE', `step ${position + 1} of the schedule, "${token}", repeats too often`);
  }
  if (rank !== undefined) return [{ kind: 'commit', thread, rank: Number(rank) }];
  if (choice !== undefined) return [{ kind: 'run', thread, choice: Number(choice) }];
  return Array.from({ length: times === undefined ? 1 : Number(times) }, () => ({ kind: 'run', thread, choice: 0 }));
}

/** Who wants to see each step of a replay. */
export interface ReplayWatcher {
  before(step: Step): void;
  after(step: Step): void;
}

/** Takes the machine through the schedule. A step that is not possible is an error, never skipped. */
export function replay(machine: Machine, schedule: Schedule, watcher?: ReplayWatcher): void {
  schedule.forEach((step, i) => {
    const t = machine.states.threads.find(step.thread);
    const possible =
      t !== undefined && (step.kind === 'run' ? machine.canRun(t, step.choice) : machine.canCommit(t, step.rank));
    if (!possible) {
      throw new FencepostError(
        'BAD_SCHEDULE',
        `step ${i + 1} of the schedule (${printSchedule([step]).slice(PREFIX.length)}) is not possible there`,
        { hint: 'was it made for this program and this model?' },
      );
    }
    watcher?.before(step);
    if (step.kind === 'run') machine.run(t, step.choice);
    else machine.commit(t, step.rank);
    watcher?.after(step);
  });
}
