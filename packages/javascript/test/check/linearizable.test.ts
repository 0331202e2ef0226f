import type { FinalView, ModelName, Program } from '@fencepost/core';
import { LocalStates, withRestarts } from '@fencepost/core';
import type { Failures } from '@fencepost/explore';
import { exploreGraphs } from '@fencepost/explore';
import { describe, expect, test } from 'vitest';
import { programsIn } from './explored.js';

const IMPORTS = "import { linearizable, int, oneOf, distinct } from 'fencepost';\n";

async function structure(text: string, call: string): Promise<Program> {
  const [program] = await programsIn({ 'it.check.ts': `${IMPORTS}${text}\n${call}\n` });
  return program!;
}

/** One whose updates get lost: `n` is what it counted. */
function losing(body: string): Promise<Program> {
  const text = `class Its {
  private readonly count = new Int32Array(new SharedArrayBuffer(4));
  read() { const n = Atomics.load(this.count, 0); Atomics.store(this.count, 0, n + 1); ${body} }
}`;
  return structure(text, "linearizable('it', () => new Its(), { read: [] }, { calls: 2 });");
}

/** The first scenario that fails, with its failure; the number of scenarios if none does. */
function checked({ scenarios }: Program, model: ModelName = 'sc'): string | number {
  let count = 0;
  for (const program of scenarios!.programs()) {
    const failures: Failures = withRestarts(() => exploreGraphs(new LocalStates(program), { model }).failures, program);
    if (failures.length > 0) return `${program.name}: ${failures[0]!.kind}`;
    count++;
  }
  expect(count).toBe(scenarios!.count);
  return count;
}

const COUNTER = `class Counter {
  private readonly count = new Int32Array(new SharedArrayBuffer(4));
  add(n: number): number { return Atomics.add(this.count, 0, n) + n; }
  lose(): number { const old = Atomics.load(this.count, 0); Atomics.store(this.count, 0, old + 1); return old + 1; }
  async later(): Promise<number> { await null; return Atomics.load(this.count, 0); }
  atMost(n: number): number {
    const old = Atomics.load(this.count, 0);
    if (old >= n) throw new RangeError('too many');
    return old;
  }
  take(): number {
    for (;;) {
      const old = Atomics.load(this.count, 0);
      if (old > 0 && Atomics.compareExchange(this.count, 0, old, old - 1) === old) return old;
    }
  }
  long(): number {
    for (let i = 0; ; i++) if (Atomics.add(this.count, 0, 1) > 100) return i;
  }
  chained(): this { Atomics.add(this.count, 0, 1); return this; }
  shared(): unknown { return [{ view: this.count }]; }
  *each(): Generator<number> { yield Atomics.load(this.count, 0); }
  failed(): unknown { return { last: new RangeError('at most ' + Atomics.load(this.count, 0)), count: 1 }; }
  wrong(): void { Atomics.store(this.count, 0, 0); }
}`;

const counter = (operations: string, settings = '{}'): Promise<Program> =>
  structure(COUNTER, `linearizable('counter', () => new Counter(), ${operations}, ${settings});`);

describe('a structure of a test file', () => {
  test('that is right is right in all scenarios', async () => {
    const program = await counter('{ add: [int(1, 2)] }', '{ calls: 3, threads: 3 }');
    expect(program.scenarios!.extent).toBe('with at most 3 calls on 3 threads');
    expect(checked(program)).toBe(program.scenarios!.count);
    expect(checked(program, 'arm64')).toBe(program.scenarios!.count);
  });

  test('fails in the smallest scenario that shows it', async () => {
    expect(checked(await counter('{ lose: [] }', '{ calls: 4, threads: 3 }'))).toBe(
      'counter: lose() | lose(): not linearizable',
    );
  });

  test('may be asynchronous', async () => {
    expect(checked(await counter('{ add: [int(1, 1)], later: [] }', '{ calls: 3 }'))).toBeTypeOf('number');
  });

  test('may throw, as it does in one thread', async () => {
    expect(checked(await counter('{ add: [int(1, 1)], atMost: [int(1, 1)] }', '{ calls: 3 }'))).toBeTypeOf('number');
  });

  test('may wait only if it is said to', async () => {
    expect(checked(await counter('{ add: [int(1, 1)], take: [] }', '{ calls: 2 }'))).toBe('counter: take(): deadlock');
    const waits = await counter('{ add: [int(1, 1)], take: [] }', "{ calls: 3, blocking: ['take'] }");
    expect(checked(waits)).toBe(waits.scenarios!.count);
  });

  test('may have been used before the threads start', async () => {
    const program = await counter('{ add: [int(1, 1)], take: [] }', "{ calls: 1, threads: 1, initial: [['add', 1]] }");
    expect(checked(program)).toBe(2);
  });

  test('may return itself, or errors', async () => {
    const operations = '{ add: [int(1, 1)], chained: [], failed: [] }';
    expect(checked(await counter(operations, '{ calls: 3 }'))).toBeTypeOf('number');
    const model = `model: () => ({ add: () => 1, failed: () => ({ count: 1, last: new RangeError('at most 0') }) })`;
    expect(checked(await counter('{ add: [oneOf(1)], failed: [] }', `{ calls: 2, ${model} }`))).toBe(
      'counter: add(1); add(1): not linearizable',
    );
  });

  test('that each thread has for itself is sequentially consistent, and not linearizable', async () => {
    const register =
      'class Register { private own = 0; set(to: number) { this.own = to; } get() { return this.own; } }';
    const asked = (criterion: string): Promise<Program> => {
      const settings = `{ calls: 3, callers: 'threads', criterion: '${criterion}' }`;
      return structure(
        register,
        `linearizable('it', () => new Register(), { set: [int(1, 2)], get: [] }, ${settings});`,
      );
    };
    expect(checked(await asked('linearizable'))).toBe('it: set(1) | get(): not linearizable');
    expect(checked(await asked('sequential'))).toBeTypeOf('number');
  });

  test.each([
    ['shared', 'shared returns memory that threads share, and that may change afterwards'],
    ['each', 'each returns an iterator, whose elements would not be compared'],
  ])('does not return %s', async (operation, message) => {
    const program = await counter(`{ ${operation}: [] }`);
    expect(() => checked(program)).toThrow(message);
  });

  // Each loses updates, and so returns twice what only one call may return.
  describe.each([
    ['all of a buffer', 'const bytes = Buffer.alloc(64); bytes[60] = n; return bytes;'],
    [
      'what a class does not show',
      'return new (class { n = n; [Symbol.for("nodejs.util.inspect.custom")]() { return "same"; } })();',
    ],
    ['the code of an error', "throw Object.assign(new Error('busy'), { code: n });"],
    ['the cause of an error', "throw new Error('busy', { cause: n });"],
    ['the errors of an error', "throw new AggregateError([n], 'busy');"],
    ['the cause of a returned error', "return new Error('busy', { cause: n });"],
    ['fields of a class', 'return new (class Item { constructor(readonly n: number) {} })(n);'],
    ['a map', 'return new Map([[1, { n }]]);'],
    ['a date', 'return new Date(n);'],
  ])('compares', (what, body) => {
    test(what, async () => {
      expect(checked(await losing(body))).toBe('it: read() | read(): not linearizable');
    });
  });

  describe.each([
    ['a function', 'return () => n;', 'read returns a function, which would not be compared'],
    ['a function inside', 'return [{ n: () => n }];', 'read returns a function, which would not be compared'],
    ['a getter', 'return { get n() { return n; } };', 'an object with a getter (n), which would not be compared'],
    [
      'private fields',
      'return new (class Item { #n = n; get n() { return this.#n; } })();',
      'an object of Item without properties, so nothing would be compared',
    ],
    ['a promise inside', 'return [Promise.resolve(n)];', 'an object of Promise without properties'],
    ['a weak reference', 'return new WeakRef({ n });', 'an object of WeakRef without properties'],
    ['what a thrown error hides', "throw Object.assign(new Error('x'), { n: () => n });", 'a function'],
  ])('refuses', (what, body, message) => {
    test(what, async () => {
      const program = await losing(body);
      expect(() => checked(program)).toThrow(message);
    });
  });

  test.each([
    ['an array', '[1, 2]', 'let n = 0; while (given.length > 0) n += given.shift(); return n;'],
    ['an object', '{ list: [1] }', 'return given.list.push(1);'],
    ['a set', 'new Set([1])', 'return given.add(given.size + 1).size;'],
    ['a typed array', 'new Uint8Array(2)', 'return ++given[0];'],
  ])('creates new arguments for each call: %s', async (_, value, body) => {
    const text = `class Its { call(given: any) { ${body} } }`;
    const program = await structure(
      text,
      `linearizable('it', () => new Its(), { call: [oneOf(${value})] }, { calls: 2 });`,
    );
    expect(checked(program)).toBeTypeOf('number');
  });

  test('is compared with a model if there is one', async () => {
    const model = 'model: () => { let n = 0; return { add: (k: number) => (n += k), wrong: () => undefined }; }';
    expect(checked(await counter('{ add: [oneOf(1)], wrong: [] }', `{ calls: 3, ${model} }`))).toBe(
      'counter: add(1); wrong(); add(1): not linearizable',
    );
  });

  test('has scenarios by name', async () => {
    const { scenarios } = await counter('{ add: [int(1, 2)], later: [] }', '{ threads: 3 }');
    expect(scenarios!.named('counter: add(2); later() | add(1)')?.calls?.threads).toEqual([[0, 1], [2]]);
    expect(scenarios!.named('counter: sub(2)')).toBeUndefined();
    expect(scenarios!.named('other: add(2)')).toBeUndefined();
  });
});

describe('errors in it are reported', () => {
  const refusal = async (operations: string, settings?: string): Promise<string> => {
    const program = await counter(operations, settings);
    try {
      program.refuse!('sc');
      return 'fine';
    } catch (error) {
      return (error as Error).message;
    }
  };

  test.each([
    ['{}', '{}', 'counter has no operations'],
    ['{ add: [oneOf()] }', '{}', 'counter has an argument of add without values'],
    ['{ add: [int(1, 1)] }', '{ calls: 16 }', 'counter cannot have 16 calls'],
    ['{ add: [int(1, 1)] }', '{ threads: 0 }', 'counter cannot have 0 threads'],
    ['{ add: [int(1, 1)] }', "{ respects: 'time' }", "counter cannot respect 'time'"],
    ['{ missing: [] }', '{}', "the structure has no method 'missing'"],
    ['{ add: [int(1, 2)] }', "{ roles: { one: ['sub'] } }", 'counter has no operation sub'],
    ['{ add: [int(1, 2)] }', '{ roles: { one: [] } }', 'counter has a role one that calls nothing'],
    ['{ add: [int(1, 2)] }', "{ blocking: 'add' }", 'counter has blocking operations that are not a list'],
    ['{ add: [int(1, 2)] }', "{ initial: ['add'] }", 'counter has initial calls that are not a list'],
    ['{ add: [oneOf(1, 1)] }', '{}', 'counter has two calls with the text add(1)'],
    ['{ add: [int(1, 40), int(1, 40)] }', '{}', 'counter has more than 1000 calls, with all their arguments'],
    ['{ add: [distinct(1, 2, 3, 4, 5, 6, 7)] }', '{}', 'counter has more than 6 distinct values of add'],
    [
      '{ add: [int(1, 2)] }',
      "{ initial: [['add', 3]] }",
      'counter has the initial call add(3), which is not one of its calls',
    ],
  ])('%s %s', async (operations, settings, message) => {
    expect(await refusal(operations, settings)).toBe(message);
  });

  test('real time under another model than SC', async () => {
    const { scenarios } = await counter('{ add: [int(1, 1)] }', "{ respects: 'real time', calls: 1 }");
    const [program] = scenarios!.programs();
    expect(() => program!.refuse!('arm64')).toThrow('real time, which is supported under sc only');
    expect(() => program!.refuse!('sc')).not.toThrow();
  });

  test('calls that are cut off', async () => {
    const program = await counter('{ long: [] }', '{ calls: 1, unroll: 8 }');
    const [first] = program.scenarios!.programs();
    const view = { outcome: () => ({ value: ['0'] }), read: () => 0, outcomes: () => [], results: () => new Map() };
    const final: FinalView = { ...view, returned: () => undefined };
    expect(() => first!.calls!.check(final, new Int32Array(1))).toThrow('made by one thread, were cut off');
  });

  test('declarations that make no structure', async () => {
    const program = await structure('', "linearizable('it', () => undefined as never, { get: [] } as never);");
    expect(() => program.refuse!('sc')).toThrow('the structure is undefined, not an object');
  });

  test('ranges', async () => {
    await expect(counter('{ add: [int(3, 1)] }')).rejects.toThrow('int(3, 1) is not a range of integers');
    await expect(counter('{ add: [int(1, 1e9)] }')).rejects.toThrow('has more than 1000 values');
    await expect(counter('{ add: [oneOf(1)] }', '{ model: {} }')).rejects.toThrow('is not a function that creates');
  });

  test('arguments that are not values', async () => {
    await expect(counter('{ add: [1] }')).rejects.toThrow('the arguments of add are not given as values');
  });

  test('finds the same in each scenario, independently of other scenarios', async () => {
    const text = `class Gate {
      private readonly word = new Int32Array(new SharedArrayBuffer(8));
      open(to: number): number { this.word[0]++; return Atomics.exchange(this.word, 1, to); }
      await(n: number): number { while (Atomics.load(this.word, 1) < n); return this.word[0]; }
      tries(n: number): boolean { for (let i = 0; i < n; i++) if (Atomics.load(this.word, 1) > 0) return true; return false; }
    }`;
    const operations =
      "{ open: [int(1, 2)], await: [int(1, 2)], tries: [oneOf(1, 3)] }, { calls: 3, blocking: ['await'] }";
    const made = (): Promise<Program> => structure(text, `linearizable('gate', () => new Gate(), ${operations});`);
    const found = (program: Program) =>
      withRestarts(() => {
        const {
          executions,
          blocked,
          operations: steps,
          failures,
        } = exploreGraphs(new LocalStates(program), { model: 'arm64' });
        return { executions, blocked, steps, failures: failures.map(({ kind, executions: times }) => [kind, times]) };
      }, program);
    const { scenarios } = await made();
    for (const scenario of scenarios!.programs((number) => number % 37 === 0)) {
      const alone = (await made()).scenarios!.named(scenario.name)!;
      expect({ name: scenario.name, ...found(scenario) }).toEqual({ name: scenario.name, ...found(alone) });
    }
  });
});

test('a bound of some models is one of these in every scenario, also if threads are known', async () => {
  const text = `class Pair {
  private readonly words = new Int32Array(new SharedArrayBuffer(4));
  private readonly bytes = new Uint8Array(this.words.buffer);
  set(value: number): void { this.words[0] = value; }
  first(): number { const both = [this.bytes[0]!, this.bytes[1]!]; return both[0]!; }
}`;
  const pair = await structure(
    text,
    "linearizable('pair', () => new Pair(), { set: [int(1, 2)], first: [] }, { calls: 2 });",
  );
  const bounds = [...pair.scenarios!.programs()].map((program) => {
    withRestarts(() => exploreGraphs(new LocalStates(program), { model: 'sc' }), program);
    return program.limits!().map(({ models }) => models);
  });
  expect(bounds.filter((each) => each.length > 0).length).toBeGreaterThan(1);
  expect(bounds.flat().every((models) => models?.includes('arm64') === true && !models.includes('sc'))).toBe(true);
});
