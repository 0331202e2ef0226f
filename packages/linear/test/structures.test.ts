import type { Program } from '@fencepost/core';
import { LocalStates } from '@fencepost/core';
import { exploreGraphs } from '@fencepost/explore';
import { describe, expect, test } from 'vitest';
import type { Operations, ScenarioOptions } from '../src/index.js';
import { distinct, linearizable, oneOf } from '../src/index.js';
import type { GeneratorStructure } from '../src/index.js';
import { cell, counter, herlihyWing, michaelScott, ring, treiber } from './structures.js';

/** The first scenario that fails, and how; the number of scenarios if none does. */
function check(program: Program, model: string): string | number {
  let count = 0;
  for (const scenario of program.scenarios!.programs()) {
    count++;
    const { failures } = exploreGraphs(new LocalStates(scenario), { model });
    if (failures.length > 0) return `${scenario.name.replace(/^.*?: /, '')}: ${failures[0]!.kind}`;
  }
  expect(count).toBe(program.scenarios!.count);
  return count;
}

const COUNTER: Operations = { add: [], read: [] };
const STACK: Operations = { push: [distinct(1, 2)], pop: [] };
const QUEUE: Operations = { enqueue: [distinct(1, 2)], dequeue: [] };
const RING: Operations = { push: [distinct(1, 2)], pop: [], size: [] };

interface Case {
  readonly name: string;
  readonly structure: GeneratorStructure;
  readonly operations: Operations;
  readonly options?: ScenarioOptions;
  readonly expected: Readonly<Record<string, string | number>>;
}

const LOST = 'push(1); push(1); push(1) | pop(); pop(): not linearizable';
const TOO_EARLY = 'push(1) | pop(): not linearizable';

/** 0: no scenario fails. */
const CASES: readonly Case[] = [
  {
    name: 'a counter',
    structure: counter(true),
    operations: COUNTER,
    options: { calls: 4, threads: 3 },
    expected: { sc: 0, tso: 0, rc11: 0 },
  },
  {
    name: 'a counter that loses updates',
    structure: counter(false),
    operations: COUNTER,
    expected: { sc: 'add() | add(): not linearizable', rc11: 'add() | add(): not linearizable' },
  },
  { name: 'a stack', structure: treiber(), operations: STACK, options: { calls: 3 }, expected: { sc: 0, rc11: 0 } },
  {
    name: 'a stack that publishes too early',
    structure: treiber(false),
    operations: STACK,
    options: { calls: 2 },
    expected: { sc: 0, tso: 0, rc11: TOO_EARLY, arm64: TOO_EARLY },
  },
  {
    name: 'a queue',
    structure: michaelScott(true),
    operations: QUEUE,
    options: { calls: 3 },
    expected: { sc: 0, rc11: 0 },
  },
  {
    // Its head may overtake its tail, which breaks it only where nodes are used again.
    name: 'a queue that does not look at its tail',
    structure: michaelScott(false),
    operations: QUEUE,
    options: { calls: 3, initial: [['enqueue', 1]] },
    expected: { sc: 0 },
  },
  {
    name: 'a queue whose order depends on the future',
    structure: herlihyWing,
    operations: QUEUE,
    options: { threads: 3, roles: { producer: ['enqueue'], consumer: ['dequeue'] }, blocking: ['dequeue'] },
    expected: { sc: 0 },
  },
  {
    name: 'a queue that must not wait',
    structure: herlihyWing,
    operations: QUEUE,
    expected: { sc: 'dequeue(): deadlock' },
  },
  {
    // Store buffering: the producer does not see that there is room, nor the consumer that there is more.
    name: 'a ring with releases and acquires',
    structure: ring,
    operations: RING,
    options: { calls: 5, roles: { producer: ['push'], consumer: ['pop'] } },
    expected: { sc: 0, tso: LOST, rc11: LOST, arm64: LOST },
  },
  {
    name: 'a ring with a size',
    structure: ring,
    operations: RING,
    options: { calls: 3, threads: 3, roles: { producer: ['push'], consumer: ['pop'], observer: ['size'] } },
    expected: { sc: 'push(1) | pop() | size(): not linearizable' },
  },
];

describe('known structures', () => {
  for (const { name, structure, operations, options, expected } of CASES) {
    test(name, () => {
      const program = linearizable(name, structure, operations, options);
      const found = Object.fromEntries(Object.keys(expected).map((model) => [model, check(program, model)]));
      const count = program.scenarios!.count;
      expect(found).toEqual(
        Object.fromEntries(Object.entries(expected).map(([model, each]) => [model, each || count])),
      );
    });
  }
});

describe('values that are alike', () => {
  const both = distinct(1, 2);
  const OPERATIONS: readonly Operations[] = [
    { put: [both], hit: [both] },
    { put: [both], hit: [distinct(2, 1)] },
    { put: [both], hit: [distinct(2, 3)] },
    { put: [oneOf(2)], hit: [both] },
    { put: [both], hit: [distinct(3, 4)] },
  ];
  const plain = (operations: Operations): Operations =>
    Object.fromEntries(
      Object.entries(operations).map(([name, args]) => [name, args.map((arg) => oneOf(...arg.values))]),
    );

  test.each(['equal', 'different'] as const)('a cell that fails for %s ones fails as with any values', (hits) => {
    for (const operations of OPERATIONS) {
      for (const initial of [[], [['put', 2]]] as const) {
        const fails = (given: Operations): boolean =>
          typeof check(linearizable('cell', cell(hits), given, { calls: 3, initial }), 'sc') === 'string';
        expect({ operations, initial, fails: fails(operations) }).toEqual({
          operations,
          initial,
          fails: fails(plain(operations)),
        });
      }
    }
    expect(check(linearizable('cell', cell('equal'), OPERATIONS[1]!, { calls: 3 }), 'sc')).toBe(
      'put(1); hit(1) | hit(1): not linearizable',
    );
  });
});
