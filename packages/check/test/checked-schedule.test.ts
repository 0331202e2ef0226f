import type { FencepostError, InstructionProgram, ModelName, Program } from '@fencepost/core';
import {
  LocalStates,
  Machine,
  assert,
  exchange,
  fromInstructions,
  load,
  parseChecked,
  parseSchedule,
  printSchedule,
  program,
  store,
  tokensOf,
} from '@fencepost/core';
import { printChecked, tellChecked } from '../src/explain/checked-schedule.js';
import { buildStory } from '../src/explain/build-story.js';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { errorOf } from '@fencepost/testing/machines';
import { randomProgram, walk } from '@fencepost/testing';

/** What a user might change. */
interface Variant {
  readonly flagName?: string;
  readonly message?: number;
  /** Lines above the program. */
  readonly above?: number;
  readonly exchanges?: boolean;
  readonly loadsTwice?: boolean;
  readonly neverSends?: boolean;
}

function messagePassing(variant: Variant = {}): Program {
  const { flagName = 'flag', message = 42, above = 0, exchanges, loadsTwice, neverSends } = variant;
  const at = (line: number) => ({ file: 'mp.c', line: line + above });
  return program('mp', (p) => {
    const data = p.variable('data');
    const flag = p.variable(flagName);
    p.thread('sender', function* () {
      yield store(data, message, 'relaxed', at(3));
      if (neverSends === true) return;
      if (exchanges === true) yield exchange(flag, 1, 'relaxed', at(4));
      else yield store(flag, 1, 'relaxed', at(4));
    });
    p.thread('receiver', function* () {
      if ((yield load(flag, 'relaxed', at(8))) !== 1) return;
      if (loadsTwice === true) yield load(flag, 'relaxed', at(8));
      assert((yield load(data, 'relaxed', at(9))) === message, 'data is there');
    });
  });
}

const SHOWN = parseSchedule('fp1:1x2.1c1.2.1c.2');

function checkedText(source: Program, model: ModelName = 'pso', schedule = SHOWN): string {
  return printChecked(buildStory(new LocalStates(source), model, schedule), schedule);
}

function errorFor(source: Program, text: string): FencepostError {
  return errorOf(() => tellChecked(new LocalStates(source), 'pso', parseChecked(text)));
}

describe('a checked schedule', () => {
  it('has a character for each token', () => {
    expect(checkedText(messagePassing())).toMatch(/^fp1:1x2\.1c1\.2\.1c\.2~[0-9a-hjkmnp-tv-z]{5}$/);
    expect(checkedText(messagePassing(), 'pso', [])).toBe('fp1:');
  });

  it('belongs to its program, wherever that is in the file', () => {
    const text = checkedText(messagePassing());
    for (const source of [messagePassing(), messagePassing({ above: 10 })]) {
      expect(tellChecked(new LocalStates(source), 'pso', parseChecked(text)).steps).toHaveLength(5);
    }
  });

  it.each<readonly [string, Variant, string, number]>([
    [
      'a name',
      { flagName: 'ready' },
      'the program deviates from the schedule at step 1 (1x2: sender writes data = 42, …)',
      3,
    ],
    [
      'a value',
      { message: 41 },
      'the program deviates from the schedule at step 1 (1x2: sender writes data = 41, …)',
      3,
    ],
    [
      'an operation',
      { exchanges: true },
      'the program deviates from the schedule at step 1 (1x2: sender writes data = 42, …)',
      3,
    ],
    [
      'an operation more',
      { loadsTwice: true },
      'the program deviates from the schedule at step 5 (2: receiver reads flag = 1)',
      8,
    ],
  ])('shows where the program deviates from it after a change: %s', (_what, variant, message, line) => {
    // The commit of the flag follows an exchange that needs none, so that schedule is not even possible there.
    const schedule = parseSchedule(variant.exchanges === true ? 'fp1:1x2' : 'fp1:1x2.1c1.2.1c.2');
    const error = errorFor(messagePassing(variant), checkedText(messagePassing(), 'pso', schedule));
    expect(error.code).toBe('BAD_SCHEDULE');
    expect(error.message).toBe(message);
    expect(error.site).toEqual({ file: 'mp.c', line });
    expect(error.hint).toContain('compiled differently');
  });

  it('shows a deviation that made a later step impossible, not that step', () => {
    const error = errorFor(messagePassing({ exchanges: true }), checkedText(messagePassing()));
    expect(error.message).toContain('the program deviates from the schedule at step 1 (1x2');
  });

  it('shows an impossible step if everything before it is right', () => {
    const error = errorFor(messagePassing({ neverSends: true }), checkedText(messagePassing()));
    expect(error.message).toContain('(1x2) is not possible: after 1 of its 2 operations, sender has ended');
  });

  it('shows where it was edited', () => {
    const [, checks = ''] = checkedText(messagePassing()).split('~');
    const error = errorFor(messagePassing(), `fp1:1x2.1c.2.1c.2~${checks}`);
    expect(error.message).toMatch(/^the program deviates from the schedule at step [34]/);
  });

  it.each([
    ['characters', (text: string) => text.slice(0, -2), '5 steps and 3 check characters'],
    ['all characters', (text: string) => text.replace(/~.*/, '~'), '5 steps and 0 check characters'],
    ['steps', (text: string) => text.replace('.1c.2~', '~'), '3 steps and 5 check characters'],
  ])('is reported as cut off if %s are missing', (_what, cutOff, counts) => {
    const error = errorFor(messagePassing(), cutOff(checkedText(messagePassing())));
    expect(error.message).toBe(`the schedule is cut off: it has ${counts}`);
    expect(error.hint).toContain('copy it completely');
  });

  it('need not have characters', () => {
    expect(
      tellChecked(new LocalStates(messagePassing({ message: 7 })), 'pso', parseChecked(printSchedule(SHOWN))),
    ).toEqual(buildStory(new LocalStates(messagePassing({ message: 7 })), 'pso', SHOWN));
  });

  it('depends on the operations, not on the numbering of states of synchronisation objects', () => {
    const semaphore = (posted: number, action: string): Program =>
      program('semaphore', (p) => {
        const s = p.variable('s');
        const transition = { key: action, apply: () => posted };
        p.thread('poster', () => [{ ...exchange(s, 0), fn: 'transition', transition } as const].values());
      });
    const text = checkedText(semaphore(5, 'post'), 'sc', parseSchedule('fp1:1'));
    expect(checkedText(semaphore(9, 'post'), 'sc', parseSchedule('fp1:1'))).toBe(text);
    expect(checkedText(semaphore(5, 'wait'), 'sc', parseSchedule('fp1:1'))).not.toBe(text);
  });

  it('can be read back and replayed, for every execution', () => {
    const anyModel = fc.constantFrom<ModelName>('sc', 'tso', 'pso', 'pslo');
    const choices = fc.array(fc.nat(59), { minLength: 1, maxLength: 30 });
    const reproduces = (source: InstructionProgram, model: ModelName, numbers: readonly number[]): void => {
      const states = new LocalStates(fromInstructions(source));
      const schedule = walk(new Machine(states, model), numbers);
      const story = buildStory(states, model, schedule);
      const checked = parseChecked(printChecked(story, schedule));
      expect(checked.schedule).toEqual(schedule);
      expect(checked.checks ?? '').toHaveLength(tokensOf(schedule).length);
      expect(tellChecked(new LocalStates(fromInstructions(source)), model, checked)).toEqual(story);
    };
    fc.assert(fc.property(randomProgram({ threads: 3, operations: 12 }), anyModel, choices, reproduces), {
      numRuns: 200,
    });
  });
});
