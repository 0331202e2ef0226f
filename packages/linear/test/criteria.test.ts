import type { Operation, Program } from '@fencepost/core';
import { LocalStates, compareExchange, exchange, fetchAdd, load, lock, store, stuck, unlock } from '@fencepost/core';
import { exploreGraphs } from '@fencepost/explore';
import { describe, expect, test } from 'vitest';
import type { Criterion, GeneratorStructure, Operations, ScenarioOptions } from '../src/index.js';
import { CRITERIA, int, linearizable } from '../src/index.js';
import { michaelScott, treiber } from './structures.js';

type Run = Generator<Operation, unknown, number>;

/** The first scenario that fails, and why; 'fine' if none does. */
function verdict(program: Program, model: string): string {
  for (const scenario of program.scenarios!.programs()) {
    const { failures } = exploreGraphs(new LocalStates(scenario), { model });
    if (failures.length > 0) return `${scenario.name.replace(/^.*?: /, '')}: ${failures[0]!.kind}`;
  }
  return 'fine';
}

/** A counting network of one balancer (Aspnes, Herlihy and Shavit, 1994): each wire counts by twos. */
const network: GeneratorStructure = (p) => {
  const toggle = p.variable('toggle');
  const wires = p.array('wire', 2);
  return {
    *next(): Run {
      const wire = (yield fetchAdd(toggle, 1)) % 2;
      return 2 * (yield fetchAdd(wires[wire]!, 1)) + wire;
    },
  };
};

/** Two slots. A take reads one after the other, and may miss a concurrent put. */
function slots(takes: 'once' | 'twice'): GeneratorStructure {
  return (p) => {
    const slot = p.array('slot', 2);
    return {
      *put(value: number): Run {
        for (const each of slot) if ((yield compareExchange(each, 0, value)) === 0) return true;
        return false;
      },
      *take(): Run {
        for (const each of slot) {
          const value = takes === 'once' ? yield exchange(each, 0) : yield load(each);
          if (value === 0) continue;
          if (takes === 'twice') yield store(each, 0);
          return value;
        }
        return 'empty';
      },
    };
  };
}

/** A slot that a put writes over. */
const overwritten: GeneratorStructure = (p) => {
  const slot = p.variable('slot');
  return {
    *put(value: number): Run {
      if ((yield load(slot)) !== 0) return false;
      yield store(slot, value);
      return true;
    },
    *take(): Run {
      return (yield exchange(slot, 0)) || 'empty';
    },
  };
};

/** A counter behind a lock: of the model, or one that goes round in a loop. */
function locked(spins: boolean): GeneratorStructure {
  return (p) => {
    const mutex = p.variable('mutex');
    const count = p.variable('count');
    return {
      *add(): Run {
        if (!spins) yield lock(mutex);
        else
          while ((yield exchange(mutex, 1)) !== 0) {
            // Read until it may be free, as in test and test-and-set.
            if ((yield load(mutex)) !== 0) yield stuck(2);
          }
        const old = yield load(count);
        yield store(count, old + 1);
        if (spins) yield store(mutex, 0);
        else yield unlock(mutex);
        return old;
      },
    };
  };
}

interface Case {
  readonly name: string;
  readonly structure: GeneratorStructure;
  readonly operations: Operations;
  readonly options: ScenarioOptions;
  /** Under SC, by criterion. Others are not asked for. */
  readonly expected: Partial<Record<Criterion, string>>;
}

const BAG = { put: [int(1, 2)], take: [] };
const BAG_OPTIONS = { calls: 3, puts: ['put'], takes: ['take'] };

const CASES: readonly Case[] = [
  {
    name: 'a counting network',
    structure: network,
    operations: { next: [] },
    options: { calls: 3, threads: 3 },
    expected: {
      linearizable: 'next(); next() | next(): not linearizable',
      sequential: 'next(); next() | next(): wrong results',
    },
  },
  {
    name: 'two slots',
    structure: slots('once'),
    operations: BAG,
    options: BAG_OPTIONS,
    expected: {
      linearizable: 'put(1); put(2) | take(): not linearizable',
      elements: 'fine',
      'obstruction-free': 'fine',
    },
  },
  {
    name: 'two slots that are taken twice',
    structure: slots('twice'),
    operations: BAG,
    options: BAG_OPTIONS,
    expected: { elements: 'put(1); take() | take(): wrong results' },
  },
  {
    name: 'a slot that is written over',
    structure: overwritten,
    operations: BAG,
    options: { ...BAG_OPTIONS, calls: 4 },
    expected: { elements: 'put(1); take(); take() | put(1): wrong results' },
  },
  {
    name: 'a counter behind a lock',
    structure: locked(false),
    operations: { add: [] },
    options: { calls: 2 },
    expected: { linearizable: 'fine', 'obstruction-free': 'add() | add(): deadlock' },
  },
  {
    name: 'a counter behind a spinlock',
    structure: locked(true),
    operations: { add: [] },
    options: { calls: 2 },
    expected: { linearizable: 'fine', 'obstruction-free': 'add() | add(): deadlock' },
  },
  {
    name: 'a stack',
    structure: treiber(),
    operations: { push: [int(1, 1)], pop: [] },
    options: { calls: 2 },
    expected: { 'obstruction-free': 'fine' },
  },
  {
    name: 'a queue whose threads help each other',
    structure: michaelScott(true),
    operations: { enqueue: [int(1, 1)], dequeue: [] },
    options: { calls: 2 },
    expected: { 'obstruction-free': 'fine' },
  },
];

describe('criteria', () => {
  for (const { name, structure, operations, options, expected } of CASES) {
    test(name, () => {
      const found = Object.keys(expected).map((criterion) => {
        const program = linearizable(name, structure, operations, { ...options, criterion: criterion as Criterion });
        return [criterion, verdict(program, 'sc')];
      });
      expect(Object.fromEntries(found)).toEqual(expected);
    });
  }

  test('obstruction-freedom under weak models', () => {
    for (const model of ['tso', 'rc11', 'arm64']) {
      const of = (structure: GeneratorStructure, operations: Operations): string =>
        verdict(linearizable('it', structure, operations, { calls: 2, criterion: 'obstruction-free' }), model);
      expect({ model, found: of(locked(false), { add: [] }) }).toEqual({ model, found: 'add() | add(): deadlock' });
      expect({ model, found: of(treiber(), { push: [int(1, 1)], pop: [] }) }).toEqual({ model, found: 'fine' });
    }
  });

  test('an unknown criterion, or elements that nothing puts, are refused', () => {
    const make = (options: ScenarioOptions) => () => linearizable('bag', slots('once'), BAG, options);
    expect(make({ criterion: 'serializable' as Criterion })).toThrow(
      expect.objectContaining({ message: "bag cannot be checked for 'serializable'", hint: `the criteria are ${CRITERIA.join(', ')}` }), // prettier-ignore
    );
    expect(make({ criterion: 'elements' })).toThrow('bag does not declare which operations put and take elements');
    expect(make({ criterion: 'elements', puts: ['put'], takes: ['pop'] })).toThrow('bag has no operation pop');
    expect(make({ criterion: 'elements', puts: ['take'], takes: ['take'] })).toThrow('has no argument');
  });

  test('the extent names the criterion', () => {
    const program = linearizable('bag', slots('once'), BAG, { criterion: 'sequential' });
    expect(program.scenarios!.extent).toBe('with at most 4 calls on 2 threads (sequential)');
  });
});
