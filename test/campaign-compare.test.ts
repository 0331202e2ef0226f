import { describe, expect, it } from 'vitest';
import { countDifferences, differences, raceDifferences, robustnessDifferences } from '../campaigns/compare.js';
import type { Answer } from '../campaigns/machine/answer.js';
import type { Program } from '../campaigns/program/ast.js';
import type { Said } from '../campaigns/said.js';

// A campaign is worth nothing if it notices no mistake: here Fencepost's answer is right, or wrong in one respect.

const SAFE: Answer = {
  failures: new Set(),
  deadlock: false,
  livelock: false,
  outcomes: new Set([1, 2]),
  endsEarly: false,
  cut: false,
  states: 9,
};
const FAILING: Answer = { ...SAFE, failures: new Set(['A1', 'A2']), deadlock: true };

const SAYS_SAFE: Said = {
  verdict: 'safe',
  robust: true,
  failures: [],
  outcomes: new Set([1, 2]),
  complete: true,
  executions: 3,
};
const SAYS_FAILING: Said = { ...SAYS_SAFE, verdict: 'failing', failures: ['A1', 'A2', 'deadlock'] };

describe('a campaign', () => {
  it('has nothing to say about right answers', () => {
    expect(differences(SAFE, SAYS_SAFE, true)).toEqual([]);
    expect(differences(FAILING, SAYS_FAILING, true)).toEqual([]);
    // The search ended with a failure, or before the end: what it has not seen is not missed.
    const first: Said = { ...SAYS_FAILING, failures: ['A2'], outcomes: new Set([2]), complete: false };
    expect(differences(FAILING, first, false)).toEqual([]);
    expect(differences(SAFE, { ...SAYS_SAFE, verdict: 'unknown', complete: false, outcomes: new Set() }, true)).toEqual(
      [],
    );
  });

  it.each<readonly [string, Answer, Partial<Said>, string]>([
    ['a failure that cannot be', SAFE, { verdict: 'failing', failures: ['A7'] }, 'says A7, which cannot happen'],
    ['a deadlock that cannot be', SAFE, { verdict: 'failing', failures: ['deadlock'] }, 'says deadlock, which cannot'],
    ['an outcome that cannot be', SAFE, { outcomes: new Set([1, 2, 3]) }, 'has the outcome 3, which cannot be'],
    ['an outcome too few', SAFE, { outcomes: new Set([1]) }, 'misses the outcome 2'],
    ['no execution', SAFE, { executions: 0 }, 'says safe without an execution that ends'],
    ['safe, and fails', FAILING, {}, 'says safe, and misses A1'],
    ['safe, and hangs', { ...SAFE, deadlock: true }, {}, 'says safe, and misses deadlock'],
    ['safe, and goes on', { ...SAFE, livelock: true }, {}, 'says safe, although it may go on for ever'],
    ['a failure too few', FAILING, { verdict: 'failing', failures: ['A1', 'deadlock'] }, 'misses A2'],
  ])('notices %s', (_, machine, wrong, told) => {
    expect(differences(machine, { ...SAYS_SAFE, ...wrong }, true).join('\n')).toContain(told);
  });

  it('notices wrong answers about robustness, and executions that are counted twice', () => {
    expect(robustnessDifferences(true, SAYS_SAFE)).toEqual([]);
    expect(robustnessDifferences(false, SAYS_SAFE)).toEqual(['says robust, and is not']);
    expect(robustnessDifferences(true, { ...SAYS_SAFE, robust: false })).toEqual(['says not robust, and is']);
    expect(countDifferences(3, SAYS_SAFE)).toEqual([]);
    expect(countDifferences(2, SAYS_SAFE)).toEqual(['has 3 executions, not 2']);
  });

  it('notices data races that are missed or made up', () => {
    const program = { language: 'c', cells: [] } as unknown as Program;
    const about = (...failures: readonly string[]): Said => ({ ...SAYS_FAILING, failures });
    const race = (cell: string): string => `data race: data race on ${cell}: load at a.c:1, store at a.c:2`;
    const found = (races: readonly number[], said: Said): readonly string[] =>
      raceDifferences(new Set(races), said, true, program);
    expect(found([0, 2], about(race('c0 and c2')))).toEqual([]);
    expect(found([0], about(race('c0'), race('c1')))).toEqual(['says a data race on 1, and there is none']);
    expect(found([0, 1], about(race('c0')))).toEqual(['misses a data race on 1']);
    expect(found([1], about())).toEqual(['misses a data race on 1']);
  });
});
