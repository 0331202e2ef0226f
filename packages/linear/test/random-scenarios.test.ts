import { expect, test } from 'vitest';
import { RandomScenarios } from '../src/scenarios/random-scenarios.js';
import type { Operations, Scenario } from '../src/index.js';
import { Alphabet, Scenarios, distinct, int } from '../src/index.js';

interface Case {
  readonly name: string;
  readonly operations: Operations;
  /** By thread: what it calls. */
  readonly roles: readonly (readonly string[])[];
  readonly calls: number;
}

const CASES: readonly Case[] = [
  { name: 'one operation', operations: { add: [] }, roles: [['add'], ['add']], calls: 2 },
  { name: 'threads that are alike', operations: { add: [] }, roles: Array(6).fill(['add']) as string[][], calls: 4 },
  {
    name: 'values that are alike',
    operations: { put: [distinct(1, 2, 3)], pop: [] },
    roles: [
      ['put', 'pop'],
      ['put', 'pop'],
    ],
    calls: 1,
  },
  {
    name: 'roles',
    operations: { put: [int(1, 2)], pop: [] },
    roles: [['put'], ['pop'], ['put', 'pop'], ['put']],
    calls: 1,
  },
  {
    // Most scenarios are of one thread only, to which few draws give all calls.
    name: 'a thread that calls much more than others',
    operations: { add: [], put: [int(1, 12)] },
    roles: [['add'], ['add'], ['add'], ['add'], ['put']],
    calls: 1,
  },
];

function drawing({ operations, roles, calls }: Case): { all: Set<string>; draw: (count: number) => Scenario[] } {
  const alphabet = new Alphabet(operations);
  const threads = roles.map((names) => alphabet.of(names));
  const scenarios = new Scenarios({ alphabet, threads, initial: [] });
  const all = [1, 2, 3].flatMap((more) => [...scenarios.ofSize(calls + more)]);
  return {
    all: new Set(all.map((each) => JSON.stringify(each))),
    draw: (count) => {
      const random = new RandomScenarios(scenarios, threads, calls, count);
      expect(random.count).toBe(Math.min(count, all.length));
      return [...random];
    },
  };
}

test.each(CASES)('as many different ones as are asked for: $name', (given) => {
  const { all, draw } = drawing(given);
  const tenth = Math.floor(all.size / 10);
  for (const count of new Set([1, 20, tenth, tenth + 1, all.size - 1, 10_000_000])) {
    const drawn = draw(count).map((each) => JSON.stringify(each));
    expect(drawn.length).toBe(Math.min(count, all.size));
    expect(new Set(drawn).size).toBe(drawn.length);
    expect(drawn.filter((each) => !all.has(each))).toEqual([]);
    if (count < 1000) expect(draw(count).map((each) => JSON.stringify(each))).toEqual(drawn);
  }
});

test('each division of calls among threads is drawn', () => {
  const { all, draw } = drawing({ name: '', operations: { add: [int(1, 4)] }, roles: [['add'], ['add']], calls: 2 });
  const shapes = draw(Math.floor(all.size / 10)).map((scenario) => scenario.map((calls) => calls.length).join('|'));
  expect([...new Set(shapes)].toSorted()).toEqual(['2|1', '2|2', '3|0', '3|1', '3|2', '4|0', '4|1', '5|0']);
});

test('few of very many are drawn at once', () => {
  const all = ['a', 'b', 'c'];
  const operations = { a: [int(1, 300)], b: [int(1, 300)], c: [distinct(301, 302, 303)] };
  const alphabet = new Alphabet(operations);
  const threads = [all, all, all].map((names) => alphabet.of(names));
  const scenarios = new Scenarios({ alphabet, threads, initial: [] });
  expect([...new RandomScenarios(scenarios, threads, 12, 100)].length).toBe(100);
});
