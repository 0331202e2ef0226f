import type { CheckedSchedule, LocalStates, ModelName, Schedule } from '@fencepost/core';
import { FencepostError, ImpossibleStep, printSchedule, tokensOf } from '@fencepost/core';
import type { Story, StoryStep } from '@fencepost/report';
import { buildStory } from './build-story.js';
import { counted, actionOf } from '@fencepost/report';

/** Digits and letters that are hard to confuse (Crockford's base 32). */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const CHARACTER_BITS = 5;

const CUT_OFF = 'copy it completely; or remove the ~ and the text after it to see the steps that are left';
const MADE_ANEW =
  'the program has changed, or was compiled differently (flags, compiler, --unroll): check it again for a new schedule';

/**
 * Returns the text of a schedule, with a check character for each token: a hash of everything done up to its end. The
 * first one that differs in a replay shows where the execution departs from the one that the schedule was made for.
 * (Each further one would match by chance once in 32 times.)
 */
export function printChecked(story: Story, schedule: Schedule): string {
  return printSchedule(schedule, checksOf(story, schedule).join(''));
}

/**
 * Replays a schedule and records its steps. Throws if the execution departs from the one that the schedule was made
 * for, or if part of the schedule is missing.
 */
export function tellChecked(states: LocalStates, model: ModelName, { schedule, checks }: CheckedSchedule): Story {
  if (checks === undefined) return buildStory(states, model, schedule);
  let story: Story;
  try {
    story = buildStory(states, model, schedule);
  } catch (error) {
    // The departure that led to an impossible step may have happened much earlier.
    if (error instanceof ImpossibleStep) {
      expectSame(buildStory(states, model, schedule.slice(0, error.step)), schedule, checks);
    }
    throw error;
  }
  expectSame(story, schedule, checks);
  const tokens = tokensOf(schedule).length;
  if (tokens !== checks.length) {
    const counts = `${counted(tokens, 'step')} and ${counted(checks.length, 'check character')}`;
    throw new FencepostError('BAD_SCHEDULE', `the schedule is cut off: it has ${counts}`, { hint: CUT_OFF });
  }
  return story;
}

/** Throws if the checks of the story differ. The story may cover only a prefix of the schedule. */
function expectSame(story: Story, schedule: Schedule, checks: string): void {
  const found = checksOf(story, schedule);
  const number = found.findIndex((check, i) => i < checks.length && check !== checks[i]);
  if (number < 0) return;
  const tokens = tokensOf(schedule);
  const { text, steps } = tokens[number]!;
  const before = tokens.slice(0, number).reduce((sum, token) => sum + token.steps, 0);
  const operation = operationFrom(story, schedule, before);
  const description = operation === undefined ? '' : `: ${tell(story, operation)}${steps > 1 ? ', …' : ''}`;
  const site = operation === undefined ? undefined : story.steps[operation]!.site;
  throw new FencepostError(
    'BAD_SCHEDULE',
    `the program deviates from the schedule at step ${number + 1} (${text}${description})`,
    { hint: MADE_ANEW, ...(site && { site }) },
  );
}

/** Returns the step of the story for this step of the schedule; undefined for a commit. */
function operationFrom(story: Story, schedule: Schedule, step: number): number | undefined {
  if (schedule[step]!.kind === 'commit') return undefined;
  return operationsOf(story)[schedule.slice(0, step).filter(({ kind }) => kind === 'run').length];
}

function tell(story: Story, step: number): string {
  return `${story.threads[story.steps[step]!.thread]!.name} ${actionOf(story, step)}`;
}

/** Returns the steps of the story that are operations of threads: one per step of the schedule that runs a thread. */
function operationsOf({ steps }: Story): number[] {
  return steps.flatMap(({ kind }, i) => (kind === 'print' || kind === 'commit' ? [] : [i]));
}

/** Returns the check characters for the tokens that the story has reached. */
function checksOf(story: Story, schedule: Schedule): string[] {
  const operations = operationsOf(story);
  const hash = new RunningHash();
  const checks: string[] = [];
  let at = 0;
  let executed = 0;
  for (const { steps } of tokensOf(schedule)) {
    for (const end = at + steps; at < end; at++) {
      if (schedule[at]!.kind === 'commit') hash.add('commit');
      else if (executed === operations.length) return checks;
      else hash.add(contentOf(story, story.steps[operations[executed++]!]!));
    }
    checks.push(hash.character());
  }
  return checks;
}

/** Returns the content of an operation without its line, which changes with edits above it. */
function contentOf({ places }: Story, { kind, place, action, read, wrote, other }: StoryStep): string {
  const name = place === undefined ? '' : places[place]!.name;
  // States of synchronisation objects are numbered in order of discovery, which differs between searches.
  const values = action === undefined ? [read, wrote] : [action, wrote !== undefined];
  // Heap memory may be named after the line that allocates it; objects are numbered in order of discovery.
  return JSON.stringify([kind, name, ...values, other]).replaceAll(/ of line \d+|#\d+/g, '');
}

/** FNV-1a. */
class RunningHash {
  private state = 0x811c9dc5;

  add(text: string): void {
    for (let i = 0; i < text.length; i++) this.state = Math.imul(this.state ^ text.charCodeAt(i), 0x01000193);
  }

  /**
   * Returns the check character. The lowest bits of the state depend only on the lowest bits of the text, so all bits
   * are mixed in.
   */
  character(): string {
    let mixed = this.state ^ (this.state >>> 15);
    mixed = Math.imul(mixed, 0x2c1b3c6d);
    return ALPHABET[(mixed ^ (mixed >>> 12)) >>> (32 - CHARACTER_BITS)]!;
  }
}
