import type { Program } from '@fencepost/core';
import { LocalStates } from '@fencepost/core';
import { exploreAll, exploreGraphs } from '@fencepost/explore';
import { describe, expect, test } from 'vitest';
import type { Operations, ScenarioOptions } from '../src/index.js';
import { distinct, int, linearizable } from '../src/index.js';
import type { GeneratorStructure } from '../src/index.js';
import { counter, herlihyWing, michaelScott, register, ring, treiber } from './structures.js';

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
const REGISTER: Operations = { write: [int(1, 1)], read: [] };
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

const CASES: readonly Case[] = [
  {
    name: 'a counter',
    structure: counter(true),
    operations: COUNTER,
    options: { calls: 5, threads: 3 },
    expected: { sc: 0, tso: 0, rc11: 0, arm64: 0 },
  },
  {
    name: 'a counter that loses updates',
    structure: counter(false),
    operations: COUNTER,
    expected: { sc: 'add() | add(): not linearizable', rc11: 'add() | add(): not linearizable' },
  },
  { name: 'a stack', structure: treiber(), operations: STACK, expected: { sc: 0, tso: 0, rc11: 0, arm64: 0 } },
  {
    name: 'a stack that publishes too early',
    structure: treiber(false),
    operations: STACK,
    expected: { sc: 0, tso: 0, rc11: 'push(1) | pop(): not linearizable', arm64: 'push(1) | pop(): not linearizable' },
  },
  { name: 'a queue', structure: michaelScott(true), operations: QUEUE, expected: { sc: 0, rc11: 0 } },
  {
    name: 'a queue of Herlihy and Wing',
    structure: herlihyWing,
    operations: QUEUE,
    options: {
      calls: 4,
      roles: { producer: ['enqueue'], consumer: ['dequeue'] },
      threads: 3,
      initial: [['enqueue', 1]],
    },
    expected: { sc: 0 },
  },
  {
    name: 'a ring',
    structure: ring,
    operations: RING,
    options: { calls: 5, roles: { producer: ['push'], consumer: ['pop'] } },
    expected: { sc: 0, tso: 0, rc11: 0, arm64: 0 },
  },
  {
    name: 'the size of a ring',
    structure: ring,
    operations: RING,
    options: { calls: 5, threads: 3, roles: { producer: ['push'], consumer: ['pop'], observer: ['size'] } },
    expected: { sc: 'x' },
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

void [REGISTER, register, exploreAll];
