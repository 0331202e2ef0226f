import { describe, expect, test } from 'vitest';
import type { ArgumentValues, Scenario } from '../src/index.js';
import { Alphabet, Scenarios, distinct, int, permutations } from '../src/index.js';

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
];

function scenariosOf({ operations, roles, initial = [] }: Case): { alphabet: Alphabet; scenarios: Scenarios } {
  const alphabet = new Alphabet(operations);
  const threads = roles.map((names) => alphabet.of(names ?? Object.keys(operations)));
  return { alphabet, scenarios: new Scenarios({ alphabet, threads, initial }) };
}

/** Everything, as texts that are equal for scenarios that are the same: the least text of all renamings. */
function byBruteForce({ operations, roles, initial = [] }: Case, calls: number): Set<string> {
  const { letters } = new Alphabet(operations);
  const texts = letters.map(({ operation, args }) => ({ operation, args: args.map(String) }));
  const alike = [...new Set(Object.values(operations).flat().filter((arg) => arg.alike).flatMap((arg) => arg.values.map(String)))]; // prettier-ignore
  const kept = new Set(initial.flatMap((letter) => texts[letter]!.args));
  const renamings = permutations(alike.length)
    .map((order) => new Map(order.map((to, from) => [alike[from]!, alike[to]!])))
    .filter((names) => [...names].every(([from, to]) => from === to || !kept.has(from)));
  const keyOf = (scenario: Scenario): string => {
    const keys = renamings.map((names) => {
      const threads = scenario.map((sequence, t) => {
        const told = sequence.map((letter) => {
          const { operation, args } = texts[letter]!;
          const isAlike = operations[operation]!.map((arg) => arg.alike);
          return `${operation}(${args.map((arg, i) => (isAlike[i] === true ? names.get(arg)! : arg)).join()})`;
        });
        return `${roles[t]?.join() ?? ''}: ${told.join(' ')}`;
      });
      return threads.sort().join('|');
    });
    return keys.sort()[0]!;
  };
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

describe('scenarios', () => {
  test.each(CASES)('of $name are those of brute force', (given) => {
    for (let size = 1; size <= given.calls; size++) {
      const { scenarios } = scenariosOf(given);
      const listed = [...scenarios.ofSize(size)];
      expect(listed.length).toBe(byBruteForce(given, size).size);
      expect(scenarios.count(size)).toBe(listed.length);
      expect(new Set(listed.map((each) => JSON.stringify(each))).size).toBe(listed.length);
    }
  });

  test('the smallest come first', () => {
    const { scenarios } = scenariosOf(CASES[1]!);
    const sizes = [...scenarios.upTo(4)].map((scenario) => scenario.flat().length);
    expect(sizes).toEqual(sizes.toSorted((a, b) => a - b));
  });
});
