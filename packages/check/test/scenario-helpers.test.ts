import type { Operation, Program } from '@fencepost/core';
import { load, rmw, store } from '@fencepost/core';
import { int, linearizable } from '@fencepost/linear';
import { toTheEnd } from '@fencepost/explore';
import { describe, expect, test } from 'vitest';
import type { CheckOptions, CheckedScenario, ProgramCheck, ScenarioHelpers } from '../src/index.js';
import { checkProgram, checkingShare, runningCheck } from '../src/index.js';

type Run = Generator<Operation, unknown, number>;

/** A counter; if not all calls are atomic, it loses updates. */
const counter = (lost: boolean): Program =>
  linearizable(
    'counter',
    (p) => {
      const count = p.variable('count');
      return {
        *add(n: number): Run {
          return yield rmw('add', count, n);
        },
        *increment(): Run {
          const old = yield lost ? load(count) : rmw('add', count, 1);
          if (lost) yield store(count, old + 1);
          return old;
        },
      };
    },
    { add: [int(1, 2)], increment: [] },
    { calls: 3 },
  );

/** Helpers that check their shares at once; for the first `ready` requests, they are not ready. `known`: results before they end. */
class HelpersAtOnce implements ScenarioHelpers {
  haveFailed = false;
  begun = 0;
  private from = 0;
  private shares: CheckedScenario[][] = [];

  constructor(
    private readonly program: Program,
    private waits: number,
    private readonly known = Infinity,
  ) {}

  get areReady(): boolean {
    return --this.waits < 0;
  }

  begin(options: CheckOptions, from: number): void {
    this.begun++;
    this.from = from;
    this.shares = [0, 1, 2].map((i) => {
      const results: CheckedScenario[] = [];
      const tell = (checked: CheckedScenario): number => results.push(structuredClone(checked));
      toTheEnd(checkingShare(this.program, { options, from: from + i, of: 3 }, tell));
      return results;
    });
  }

  resultOf(number: number): CheckedScenario | undefined {
    const place = number - this.from;
    const result = place < this.known ? this.shares[place % 3]![Math.floor(place / 3)] : undefined;
    this.haveFailed ||= result === undefined;
    return result;
  }

  arrival(): Promise<void> {
    return Promise.resolve();
  }

  recall(): void {
    this.shares = [];
  }
}

function withoutTime({ seconds, ...rest }: ProgramCheck): object {
  expect(seconds).toBeGreaterThanOrEqual(0);
  return rest;
}

describe.each([true, false])('helpers, for a structure with lost updates: %s', (lost) => {
  const program = counter(lost);
  const models = ['sc', 'rc11'] as const;
  const alone = checkProgram(program, { models }).map(withoutTime);

  test.each([
    ['from the beginning', 0, Infinity],
    ['after a while', 5, Infinity],
    ['and end before they are done', 2, 7],
  ])('check scenarios %s, and nothing else changes', (_, waits, known) => {
    const helpers = new HelpersAtOnce(program, waits, known);
    const check = runningCheck(program, { models }, { reason: undefined }, undefined, undefined, helpers);
    expect(toTheEnd(check.run()).map(withoutTime)).toEqual(alone);
    expect(helpers.begun).toBeGreaterThan(0);
  });

  test('are not used where executions are counted', () => {
    const helpers = new HelpersAtOnce(program, 0);
    const options = { models, maxExecutions: 10 };
    const check = runningCheck(program, options, { reason: undefined }, undefined, undefined, helpers);
    expect(toTheEnd(check.run()).map(withoutTime)).toEqual(checkProgram(program, options).map(withoutTime));
    expect(helpers.begun).toBe(0);
  });
});
