import { FencepostError } from '../common/errors.js';
import { MOST_EVENTS_PER_THREAD } from '../operations/events.js';
import { parseThreadPath, threadPath } from '../program/threads.js';

/**
 * One step of an actor. Threads are named by handle, so a schedule has the same meaning in every process. `choice` is
 * one of `Machine.choices`. `isStore`: the operation is a store, so that the choice is the position of the store, not
 * the value read; only set if `choice` is not 0.
 */
export type Step =
  | { readonly kind: 'run'; readonly thread: number; readonly choice: number; readonly isStore?: boolean }
  | { readonly kind: 'commit'; readonly thread: number; readonly rank: number };

/** The steps of an execution, in order. */
export type Schedule = readonly Step[];

/** A parsed schedule, with check characters for the execution it was made for. */
export interface CheckedSchedule {
  readonly schedule: Schedule;
  /** Check characters, one per token; undefined if there are none. */
  readonly checks: string | undefined;
}

/** A token of a schedule's text. */
export interface Token {
  readonly text: string;
  /** Number of steps it represents. */
  readonly steps: number;
}

const PREFIX = 'fp1:';
/** Prefix of schedules that earlier versions could not parse. */
const PREFIX_OF_PLACED = 'fp2:';
const BEFORE_CHECKS = '~';
const TOKEN = /^([\d-]+)(?:x(\d+)|c(\d*)|([rw])(\d+))?$/;

/**
 * Prints a schedule as `fp1:` and steps separated by dots. `2`: thread 2 executes its next operation. `2x3`: three of
 * them. `2c`: its oldest pending store reaches memory. `2c1`: the pending store behind one older store does. `2r1`: it
 * executes a load that returns the value before the newest (under models where loads can), or a read-modify-write of
 * that value. `2w1`: a store that is placed before the newest one; schedules with such a step begin with `fp2:`. `2-1`
 * is the first thread that thread 2 starts. Check characters may follow after `~`.
 */
export function printSchedule(schedule: Schedule, checks = ''): string {
  const tokens = tokensOf(schedule).map(({ text }) => text);
  const prefix = schedule.some(isPlaced) ? PREFIX_OF_PLACED : PREFIX;
  return `${prefix}${tokens.join('.')}${checks === '' ? '' : BEFORE_CHECKS + checks}`;
}

function isPlaced(step: Step): boolean {
  return step.kind === 'run' && step.isStore === true;
}

/** Returns the tokens of a schedule, without prefix and check characters. */
export function tokensOf(schedule: Schedule): Token[] {
  const tokens: Token[] = [];
  for (let i = 0; i < schedule.length; i += tokens.at(-1)!.steps) tokens.push(tokenFrom(schedule, i));
  return tokens;
}

function tokenFrom(schedule: Schedule, from: number): Token {
  const step = schedule[from]!;
  const path = threadPath(step.thread);
  if (step.kind === 'commit') return { text: `${path}c${step.rank === 0 ? '' : step.rank}`, steps: 1 };
  if (step.choice !== 0) return { text: `${path}${isPlaced(step) ? 'w' : 'r'}${step.choice}`, steps: 1 };
  let end = from + 1;
  while (end < schedule.length && isRunOf(step.thread, schedule[end]!)) end++;
  const steps = end - from;
  return { text: steps === 1 ? path : `${path}x${steps}`, steps };
}

function isRunOf(thread: number, step: Step): boolean {
  return step.kind === 'run' && step.choice === 0 && step.thread === thread;
}

/** Parses a schedule. Throws an error that describes what is wrong. */
export function parseSchedule(text: string): Schedule {
  return parseChecked(text).schedule;
}

/** Parses a schedule with its check characters. */
export function parseChecked(text: string): CheckedSchedule {
  if (!text.startsWith(PREFIX) && !text.startsWith(PREFIX_OF_PLACED)) {
    throw new FencepostError(
      'BAD_SCHEDULE',
      `a schedule begins with ${PREFIX} or ${PREFIX_OF_PLACED}, not with "${text.slice(0, 12)}"`,
      {
        hint: 'copy the whole schedule from the output of fencepost check',
      },
    );
  }
  const [body = '', ...more] = text.slice(PREFIX.length).split(BEFORE_CHECKS);
  const checks = more.length === 0 ? undefined : more.join(BEFORE_CHECKS);
  if (checks !== undefined && !/^[\da-z]*$/.test(checks)) {
    throw new FencepostError('BAD_SCHEDULE', `"${checks}", at the end of the schedule, are not check characters`, {
      hint: 'they are digits and lowercase letters; remove the ~ and the characters after it to skip this test',
    });
  }
  return { schedule: body === '' ? [] : body.split('.').flatMap(parseToken), checks };
}

function parseToken(token: string, position: number): Step[] {
  const bad = (complaint: string, hint: string): FencepostError =>
    new FencepostError('BAD_SCHEDULE', `step ${position + 1} of the schedule, "${token}", ${complaint}`, { hint });
  const match = TOKEN.exec(token);
  if (match === null) throw bad('is not a step', 'steps look like 1, 1x3, 1c, 1c2, 1r1, 1w1 or 1-2x3; was it cut off?');
  const [, path = '', times, rank, access, choice] = match;
  const thread = parseThreadPath(path);
  if (thread === undefined) {
    throw bad('names no thread', 'threads are 1, 2 and so on; 1-2 is the second thread that thread 1 starts');
  }
  if (times !== undefined && Number(times) === 0)
    throw bad('does nothing', 'remove it; was the schedule copied exactly?');
  if (times !== undefined && Number(times) > MOST_EVENTS_PER_THREAD) {
    throw bad('repeats too often', `a thread has at most ${MOST_EVENTS_PER_THREAD} operations`);
  }
  if (rank !== undefined) return [{ kind: 'commit', thread, rank: Number(rank) }];
  if (choice !== undefined) {
    const isStore = access === 'w' && Number(choice) !== 0;
    return [{ kind: 'run', thread, choice: Number(choice), ...(isStore && { isStore }) }];
  }
  return Array.from({ length: times === undefined ? 1 : Number(times) }, () => ({ kind: 'run', thread, choice: 0 }));
}
