import { describe, expect, test } from 'vitest';
import type { ArgumentValues, Scenario } from '../src/index.js';
import { Random } from '@fencepost/core';
import { Alphabet, Scenarios, distinct, int, oneOf, permutations } from '../src/index.js';

type Operations = Readonly<Record<string, readonly ArgumentValues[]>>;

interface Case {
  readonly name: string;
  readonly operations: Operations;
  /** By thread; undefined: everything. */
  readonly roles: readonly (readonly string[] | undefined)[];
  readonly initial?: readonly number[];
  readonly calls: number;
}

const CASES: readonly Case[] = [
  { name: 'a counter', operations: { add: [], read: [] }, roles: [undefined, undefined, undefined], calls: 5 },
  { name: 'integers', operations: { push: [int(1, 2)], pop: [] }, roles: [undefined, undefined], calls: 4 },
  { name: 'values', operations: { push: [distinct(1, 2, 3)], pop: [] }, roles: [undefined, undefined], calls: 4 },
  {
    name: 'values of several operations',
    operations: { add: [distinct('a', 'b')], has: [distinct('a', 'b')] },
    roles: [undefined, undefined, undefined],
    calls: 4,
  },
  {
    name: 'a fixed value',
    operations: { push: [distinct(1, 2, 3)], pop: [] },
    roles: [undefined, undefined],
    initial: [0],
    calls: 3,
  },
  {
    name: 'roles',
    operations: { push: [int(1, 2)], pop: [] },
    roles: [['push'], ['pop'], ['push']],
    calls: 4,
  },
  { name: 'two arguments', operations: { swap: [distinct(1, 2), int(0, 1)] }, roles: [undefined, undefined], calls: 3 },
  {
    name: 'the same values in another order',
    operations: { put: [distinct(1, 2, 3)], hit: [distinct(3, 1, 2)] },
    roles: [undefined, undefined],
    calls: 3,
  },
  {
    name: 'values that only some operations have',
    operations: { put: [distinct(1, 2, 4, 5)], hit: [distinct(2, 3, 4)] },
    roles: [undefined, undefined],
    calls: 3,
  },
];

/** A few operations with values of which some are those of others, and an initial call or none. */
function randomCase(seed: number): Case {
  const random = new Random(seed);
  const below = (n: number): number => Math.floor(n * random.next());
  const some = (): ArgumentValues => {
    const values = [1, 2, 3, 4].filter(() => below(3) > 0);
    for (let i = values.length - 1; i > 0; i--) values.push(...values.splice(below(i), 1));
    const given = values.length === 0 ? [1] : values;
    return below(4) === 0 ? oneOf(...given) : distinct(...given);
  };
  const operations: Record<string, readonly ArgumentValues[]> = {};
  for (const name of ['a', 'b', 'c'].slice(below(2))) operations[name] = Array.from({ length: below(2) + (name === 'c' ? 1 : 0) }, some); // prettier-ignore
  const initial = below(3) === 0 ? [0] : [];
  return { name: `seed ${seed}`, operations, roles: below(3) === 0 ? [undefined, ['c']] : [undefined, undefined], initial, calls: 2 }; // prettier-ignore
}

function scenariosOf({ operations, roles, initial = [] }: Case): { alphabet: Alphabet; scenarios: Scenarios } {
  const alphabet = new Alphabet(operations);
  const threads = roles.map((names) => alphabet.of(names ?? Object.keys(operations)));
  return { alphabet, scenarios: new Scenarios({ alphabet, threads, initial }) };
}

/** Everything, as texts that are equal for scenarios that are the same: the least text of all renamings. */
function byBruteForce(given: Case, calls: number): Set<string> {
  const { roles } = given;
  const { letters } = new Alphabet(given.operations);
  const keyOf = keysOf(given);
  const keys = new Set<string>();
  const visit = (scenario: Scenario, left: number): void => {
    if (left === 0) keys.add(keyOf(scenario));
    else {
      roles.forEach((names, t) => {
        letters.forEach(({ operation }, letter) => {
          if (names?.includes(operation) ?? true) {
            visit(
              scenario.map((each, u) => (u === t ? [...each, letter] : each)),
              left - 1,
            );
          }
        });
      });
    }
  };
  visit(
    roles.map(() => []),
    calls,
  );
  return keys;
}

function keysOf({ operations, roles, initial = [] }: Case): (scenario: Scenario) => string {
  const { letters } = new Alphabet(operations);
  const texts = letters.map(({ operation, args }) => ({ operation, args: args.map(String) }));
  // All ways to rename values that keep the set of values of each argument, and those that have a meaning of their own.
  const args = Object.values(operations).flat();
  const namesOf = (given: readonly ArgumentValues[]): string[] => given.flatMap(({ values }) => values.map(String));
  const all = [...new Set(namesOf(args))];
  const kept = [...namesOf(args.filter((arg) => !arg.alike)), ...initial.flatMap((letter) => texts[letter]!.args)];
  const renamings = permutations(all.length)
    .map((order) => new Map(order.map((to, from) => [all[from]!, all[to]!])))
    .filter((names) => kept.every((name) => names.get(name) === name))
    .filter((names) => args.every((arg) => namesOf([arg]).every((name) => namesOf([arg]).includes(names.get(name)!))));
  return (scenario) => {
    const keys = renamings.map((names) => {
      const threads = scenario.map((sequence, t) => {
        const told = sequence.map((letter) => {
          const { operation, args: given } = texts[letter]!;
          return `${operation}(${given.map((arg) => names.get(arg)!).join()})`;
        });
        return `${roles[t]?.join() ?? ''}: ${told.join(' ')}`;
      });
      return threads.sort().join('|');
    });
    return keys.sort()[0]!;
  };
}

describe('scenarios', () => {
  const expectAll = (given: Case): void => {
    for (let size = 1; size <= given.calls; size++) {
      const { scenarios } = scenariosOf(given);
      const listed = [...scenarios.ofSize(size)];
      expect(new Set(listed.map(keysOf(given)))).toEqual(byBruteForce(given, size));
      expect(scenarios.count(size)).toBe(listed.length);
      expect(new Set(listed.map((each) => JSON.stringify(each))).size).toBe(listed.length);
      // One of those that are the same.
      expect(listed.length).toBe(byBruteForce(given, size).size);
    }
  };

  test.each(CASES)('of $name are those of brute force', expectAll);

  test('of operations with some values in common are those of brute force', () => {
    for (let seed = 1; seed <= 60; seed++) expectAll(randomCase(seed));
  });

  test('values that may be the same to the structure are not exchanged one without the other', () => {
    const exchangesOf = (operations: Operations): number => new Alphabet(operations, JSON.stringify).exchanges().length;
    expect(exchangesOf({ put: [distinct(1, 2)], hit: [distinct(2, 1)] })).toBe(2);
    expect(exchangesOf({ put: [distinct(1, 2)], hit: [distinct('1', '2')] })).toBe(1);
    expect(exchangesOf({ put: [distinct(0, 1)], hit: [distinct(-0, 1)] })).toBe(1);
    expect(exchangesOf({ put: [distinct(1, 2)], all: [oneOf([1, 3])] })).toBe(1);
    expect(exchangesOf({ put: [distinct({ id: 1 }, { id: 2 })], hit: [distinct({ id: 2 }, { id: 1 })] })).toBe(1);
    expect(exchangesOf({ put: [distinct({ id: 1 }, { id: 2 })], pop: [] })).toBe(2);
  });

  test('the smallest come first', () => {
    const { scenarios } = scenariosOf(CASES[1]!);
    const sizes = [...scenarios.upTo(4)].map((scenario) => scenario.flat().length);
    expect(sizes).toEqual(sizes.toSorted((a, b) => a - b));
  });
});
