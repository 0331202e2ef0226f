import type { Operation, Program, Variable } from '@fencepost/core';
import { assert, load, program, store, until } from '@fencepost/core';
import type { ProgramCheck } from '@fencepost/check';
import { checkProgram } from '@fencepost/check';
import { describe, expect, it } from 'vitest';
import type { SavedCheck } from '../src/check/check-program.js';
import { Check } from '../src/check/check-program.js';
import type { Stop } from '../src/search/searching.js';

const ITEMS = 10;
/** Number of items with more events than a graph can have. */
const LONG = 2800;
/** The ring has 3 executions for each item after the first. */
const EXECUTIONS = 3 ** (ITEMS - 1);

interface Changes {
  readonly items?: number;
  /** A thread that sees each number of items in turn, and fails then. */
  readonly watched?: true;
  /** Both threads write a plain variable. */
  readonly races?: true;
}

/** A ring of 2 between two threads, which wait for numbers and learn nothing else from them. */
function ring({ items = ITEMS, watched, races }: Changes = {}): Program {
  const made = program('ring', (p) => {
    const [head, tail, spare] = [p.variable('head'), p.variable('tail'), p.variable('spare')];
    const slots = p.array('slot', 2);
    const atLeast = (place: Variable, value: number): Operation => ({
      ...until(place, '>=', value, 'seq_cst'),
      learns: () => true,
    });
    if (watched) {
      p.thread('watcher', function* () {
        for (let i = 1; i <= ITEMS; i++) {
          for (const place of [tail, head]) {
            if ((yield { ...load(place, 'seq_cst'), learns: (value) => value === i }) !== i) return;
          }
        }
        assert(false, 'seen');
      });
    }
    p.thread('producer', function* () {
      if (races) yield store(spare, 1, 'plain');
      for (let i = 0; i < items; i++) {
        if (i >= 2) yield atLeast(head, i - 1);
        yield store(slots[i % 2]!, i, 'plain');
        yield store(tail, i + 1, 'seq_cst');
      }
    });
    p.thread('consumer', function* () {
      if (races) yield store(spare, 2, 'plain');
      for (let i = 0; i < items; i++) {
        yield atLeast(tail, i + 1);
        assert((yield load(slots[i % 2]!, 'plain')) === i, 'lost');
        yield store(head, i + 1, 'seq_cst');
      }
    });
  });
  return { ...made, standard: 'ECMA-262' };
}

describe('joint states decide', { timeout: 240_000 }, () => {
  it('SC and, without a data race, the other models', () => {
    for (const check of checkProgram(ring(), { models: ['sc', 'arm64'] })) {
      expect(check).toMatchObject({ verdict: 'safe', robust: true, harmful: false, incomplete: null });
      expect(check.jointStates).toBeGreaterThan(5 * ITEMS);
      expect(check.jointStates).toBeLessThan(40 * ITEMS);
      expect(check.executions).toBeLessThan(EXECUTIONS / 2);
    }
  });

  it('the same in a check that was stopped and resumed elsewhere', () => {
    const stop: Stop = { reason: undefined };
    const models = ['sc', 'arm64'] as const;
    const first = new Check(ring(), { models }, stop);
    const searching = first.run();
    for (let step = searching.next(); step.done !== true; step = searching.next()) {
      if (step.value.executions > 1000) stop.reason = 'interrupt';
    }
    expect(first.done.map(({ verdict }) => verdict)).toEqual(['unknown', 'unknown']);
    const saved = JSON.parse(JSON.stringify(first.save())) as SavedCheck;
    const second = new Check(ring(), { models }, { reason: undefined }, saved).run();
    let step = second.next();
    while (step.done !== true) step = second.next();
    const without = (checks: readonly ProgramCheck[]): unknown => checks.map((each) => ({ ...each, seconds: 0 }));
    expect(without(step.value)).toEqual(without(checkProgram(ring(), { models })));
  });

  it('a failure under all models, and show an execution', () => {
    for (const check of checkProgram(ring({ watched: true }), { models: ['sc', 'tso', 'pso', 'arm64', 'rc11'] })) {
      expect(check.verdict).toBe('failing');
      expect(check.failures).toMatchObject([{ message: 'seen', executions: 1, underSc: true }]);
      expect(check.failures[0]!.counterexample).not.toBeNull();
      expect(check.executions).toBeLessThan(EXECUTIONS / 2);
      expect(check.incomplete?.stoppedBy).toBe('failure');
    }
  });

  it('SC only, if there is a data race', () => {
    const maxExecutions = 10_000;
    const [sc, arm] = checkProgram(ring({ races: true }), { models: ['sc', 'arm64'], maxExecutions });
    expect(sc!.jointStates).toBeGreaterThan(0);
    expect(arm).toMatchObject({
      verdict: 'unknown',
      executions: maxExecutions,
      incomplete: { stoppedBy: 'executions' },
    });
    expect(arm!.jointStates).toBeUndefined();
  });

  it('programs with executions that are too long for graphs', () => {
    const checks = checkProgram(ring({ items: LONG }), { models: ['sc', 'arm64'] });
    expect(checks.map(({ verdict, executions }) => [verdict, executions])).toEqual([
      ['safe', 0],
      ['safe', 0],
    ]);
    expect(checks[0]!.jointStates).toBeGreaterThan(4 * LONG);
  });

  it('no program whose joint states race, if its executions are too long for graphs of another model', () => {
    const long = ring({ items: LONG, races: true });
    expect(() => checkProgram(long, { models: ['sc', 'arm64'] })).toThrow('more than 16384 events');
  });

  it('nothing if executions are to be counted', () => {
    const maxExecutions = 10_000;
    const [all] = checkProgram(ring(), { models: ['sc'], all: true, maxExecutions });
    expect(all).toMatchObject({ verdict: 'unknown', executions: maxExecutions });
  });
});
