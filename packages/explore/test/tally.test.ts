import type { CountedFailure, InstructionProgram, ModelName, Program } from '@fencepost/core';
import { LocalStates, fromInstructions } from '@fencepost/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { COMPARED_MODELS, SMALL_PROGRAMS, randomProgram } from '@fencepost/testing';
import type { Frontier, Job, Results } from '../src/index.js';
import { Tally, exploreAll, exploreGraphs, exploreSource } from '../src/index.js';

type Numbers = () => number;

/** As text: then undefined and absent are the same, as in a file. */
const textOf = (tally: Tally): string => JSON.stringify(tally);
const fromText = (text: string): Tally => Tally.fromJSON(JSON.parse(text) as Results);

function merged(tallies: readonly Tally[]): Tally {
  const all = new Tally();
  for (const tally of tallies) all.merge(tally);
  return all;
}

/** Merges neighbours, in a random grouping, after a random permutation. */
function mergedSomehow(tallies: readonly Tally[], numbers: Numbers): Tally {
  const left = [...tallies];
  for (let i = left.length - 1; i > 0; i--) {
    const j = numbers() % (i + 1);
    [left[i], left[j]] = [left[j]!, left[i]!];
  }
  while (left.length > 1) {
    const at = numbers() % (left.length - 1);
    left.splice(at, 2, merged([left[at]!, left[at + 1]!]));
  }
  return left[0] ?? new Tally();
}

/** Explores in parts, each in a process that knows nothing of the others. */
function explorePart(program: Program, model: ModelName, from: Frontier | undefined, budget?: number) {
  return exploreGraphs(new LocalStates(program), {
    model,
    ...(from && { from }),
    ...(budget !== undefined && { budget }),
  });
}

function talliesOfParts(program: Program, model: ModelName, numbers: Numbers): Tally[] {
  const tallies: Tally[] = [];
  const jobs: (Job | undefined)[] = [undefined];
  while (jobs.length > 0) {
    const [job] = jobs.splice(numbers() % jobs.length, 1);
    const part = explorePart(program, model, job && [job], 1 + (numbers() % 7));
    tallies.push(fromText(textOf(Tally.fromJSON(part))));
    jobs.push(...part.rest);
  }
  return tallies;
}

/** A check that sometimes fails, with messages that differ, so that there are failures to merge. */
function checked(source: InstructionProgram, modulus: number): Program {
  const plain = fromInstructions(source);
  return {
    ...plain,
    after: (final) => {
      let sum = 0;
      for (const results of final.results().values()) for (const result of results) sum += result;
      if (sum % modulus === 0) throw new Error(`the sum is ${sum}`);
    },
  };
}

const failure: fc.Arbitrary<CountedFailure> = fc.record(
  {
    kind: fc.constantFrom('assertion', 'crash', 'deadlock'),
    message: fc.constantFrom('a', 'b', 'c'),
    thread: fc.constantFrom('one', 'two'),
    site: fc.record({ file: fc.constant('f'), line: fc.integer({ min: 1, max: 2 }) }),
    executions: fc.nat(5),
  },
  { requiredKeys: ['kind', 'message', 'executions'] },
);

const tally: fc.Arbitrary<Tally> = fc
  .record({
    executions: fc.nat(9),
    total: fc.nat(9),
    blocked: fc.nat(9),
    assumed: fc.nat(9),
    operations: fc.nat(9),
    events: fc.nat(9),
    nonSequential: fc.nat(9),
    deadlocks: fc.nat(9),
    omitted: fc.nat(9),
    failures: fc.array(failure, { maxLength: 6 }),
  })
  .map((results) => Tally.fromJSON(results));

describe('a tally', { timeout: 60_000 }, () => {
  it('is a commutative monoid', () => {
    fc.assert(
      fc.property(tally, tally, tally, (a, b, c) => {
        expect(textOf(merged([merged([a, b]), c]))).toBe(textOf(merged([a, merged([b, c])])));
        expect(textOf(merged([a, b]))).toBe(textOf(merged([b, a])));
        expect(textOf(merged([a, new Tally()]))).toBe(textOf(a));
        expect(textOf(merged([new Tally(), a]))).toBe(textOf(a));
      }),
      { numRuns: 1000 },
    );
  });

  it('survives JSON', () => {
    fc.assert(
      fc.property(tally, (a) => {
        expect(textOf(fromText(textOf(a)))).toBe(textOf(a));
      }),
      { numRuns: 1000 },
    );
  });

  it.each(SMALL_PROGRAMS)('of parts is that of the whole, in any order and grouping: $threads threads', (size) => {
    const numbers = fc.infiniteStream(fc.nat(1000));
    let failing = 0;
    fc.assert(
      fc.property(randomProgram(size), fc.integer({ min: 2, max: 4 }), numbers, (source, modulus, stream) => {
        const program = checked(source, modulus);
        const next = (): number => stream.next().value as number;
        for (const model of COMPARED_MODELS) {
          const whole = Tally.fromJSON(explorePart(program, model, undefined));
          if (whole.failures.length > 0) failing++;
          expect(textOf(mergedSomehow(talliesOfParts(program, model, next), next))).toBe(textOf(whole));
        }
      }),
      { numRuns: 60 },
    );
    expect(failing).toBeGreaterThan(0);
  });

  it('is the same from every search, except for the parts that each gives up', () => {
    const comparable = (results: Results): object => {
      const { executions, events, nonSequential, deadlocks, failures } = Tally.fromJSON(results).toJSON();
      return { executions, events, nonSequential, deadlocks, failures };
    };
    fc.assert(
      fc.property(randomProgram({ threads: 3, operations: 6 }), fc.integer({ min: 2, max: 4 }), (source, modulus) => {
        const program = checked(source, modulus);
        for (const model of COMPARED_MODELS) {
          const judge = comparable(exploreAll(new LocalStates(program), { model }));
          expect(comparable(exploreGraphs(new LocalStates(program), { model }))).toEqual(judge);
          expect(comparable(exploreSource(new LocalStates(program), { model }))).toEqual(judge);
        }
      }),
      { numRuns: 60 },
    );
  });
});
