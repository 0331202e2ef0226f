import type { FencepostError, ModelName, Program } from '@fencepost/core';
import { checkProgram } from '@fencepost/check';
import { describe, expect, test } from 'vitest';
import { DEFAULT_BOUNDS, build, structureProgram, structuresOf } from '@fencepost/c';
import { readStructure } from '../../src/declared-structures.js';
import type { DeclaredOperation, DeclaredSetting } from '../../src/runtime/base/services.js';
import { canCompile, file } from '@fencepost/testing/compiled';

/** The structures that a source declares. */
async function declared(name: string, body: string, bounds = DEFAULT_BOUNDS): Promise<readonly Program[]> {
  const built = await build({ files: [file(name, `#include <fencepost/linearizable.h>\n${body}`)], flags: [] });
  return structuresOf(built, bounds)!.map((each) => structureProgram(each, built, bounds));
}

function checked(program: Program, model: ModelName = 'sc') {
  const [check] = checkProgram(program, { models: [model], all: true });
  const { verdict, scenarios, failures } = check!;
  return { verdict, checked: scenarios!.checked, shown: scenarios!.shown, failures };
}

const COUNTER = `
  #include <stdatomic.h>
  #include <stdbool.h>
  #include <assert.h>
  static atomic_int count;
  static int add(int amount) { return atomic_fetch_add(&count, amount); }
  static int lossy(int amount) { int old = atomic_load(&count); atomic_store(&count, old + amount); return old; }
  static bool is_zero(void) { return atomic_load(&count) == 0; }
  static void clear(void) { atomic_store(&count, 0); }
  static int *where(void) { return atomic_load(&count) == 0 ? 0 : (int *)&count; }
  static int await(void) { int value; while ((value = atomic_load(&count)) == 0) {} return value; }
`;

describe.skipIf(!canCompile)('data structures that C declares', { timeout: 60_000 }, () => {
  test('are checked for other criteria', async () => {
    const [elements, stops] = await declared(
      'criteria.c',
      `#include <pthread.h>
      #include <stdatomic.h>
      #include <stdbool.h>
      static atomic_int slot;
      static bool put(int v) { if (atomic_load(&slot)) return false; atomic_store(&slot, v); return true; }
      static int take(void) { int v = atomic_exchange(&slot, 0); return v ? v : FENCEPOST_EMPTY; }
      static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
      static int count;
      static int add(void) { pthread_mutex_lock(&m); int old = count++; pthread_mutex_unlock(&m); return old; }
      FENCEPOST_LINEARIZABLE(slot)
      FENCEPOST_OPERATION(put, FENCEPOST_DISTINCT(1, 2))
      FENCEPOST_OPERATION(take)
      FENCEPOST_CRITERION("elements")
      FENCEPOST_PUTS(put)
      FENCEPOST_TAKES(take)
      FENCEPOST_LINEARIZABLE(counter)
      FENCEPOST_OPERATION(add)
      FENCEPOST_CRITERION("obstruction-free")
      FENCEPOST_CALLS(2)`,
    );
    const lost = checked(elements!);
    expect(lost).toMatchObject({
      shown: 'slot: put(1); take(); take() | put(1)',
      failures: [{ kind: 'wrong results' }],
    });
    expect(lost.failures[0]!.message).toBe(
      'an element is lost: 1 was put and not taken, and take() finds nothing although no other call is running',
    );
    expect(checked(stops!)).toMatchObject({ shown: 'counter: add() | add()', failures: [{ kind: 'deadlock' }] });
  });

  test('have all scenarios of each', async () => {
    const [good, bad] = await declared(
      'counters.c',
      `${COUNTER}
      FENCEPOST_LINEARIZABLE(good)
      FENCEPOST_OPERATION(add, FENCEPOST_RANGE(1, 2))
      FENCEPOST_OPERATION(is_zero)
      FENCEPOST_OPERATION(clear)
      FENCEPOST_OPERATION(where)
      FENCEPOST_CALLS(2)
      FENCEPOST_THREADS(3)
      FENCEPOST_LINEARIZABLE(bad)
      FENCEPOST_OPERATION(lossy, FENCEPOST_DISTINCT(1, 5))`,
    );
    // 5 alone; in twos, 25 in one thread and 15 in two.
    expect(checked(good!)).toMatchObject({ verdict: 'safe', checked: 45 });
    expect(good!.scenarios).toMatchObject({ count: 45, extent: 'with at most 2 calls on 3 threads' });
    const { verdict, shown, failures } = checked(bad!);
    expect({ verdict, shown }).toEqual({ verdict: 'failing', shown: 'bad: lossy(1) | lossy(1)' });
    const [{ kind, history }] = failures as [(typeof failures)[number]];
    expect(kind).toBe('not linearizable');
    expect(history!.threads.map(({ calls }) => calls)).toEqual([
      [{ call: 'lossy(1)', result: '0' }],
      [{ call: 'lossy(1)', result: '0' }],
    ]);
  });

  test('support roles, initial calls, set-up and tear-down', async () => {
    const [program] = await declared(
      'roles.c',
      `${COUNTER}
      static void begin(void) { atomic_store(&count, 5); }
      static void end(void) { assert(atomic_load(&count) == 16); }
      FENCEPOST_LINEARIZABLE(counter)
      FENCEPOST_OPERATION(add, FENCEPOST_VALUES(1, 10))
      FENCEPOST_OPERATION(is_zero)
      FENCEPOST_ROLE(adder, add)
      FENCEPOST_ROLE(reader, is_zero)
      FENCEPOST_INITIALLY(add, 10)
      FENCEPOST_SETUP(begin)
      FENCEPOST_TEARDOWN(end)
      FENCEPOST_CALLS(2)`,
    );
    const names = [...program!.scenarios!.programs()].map(({ name }) => name.replace('counter: ', ''));
    expect(names).toContain('add(1) | is_zero()');
    expect(names).not.toContain('is_zero() | add(1)');
    const of = (calls: string) => checkProgram(program!.scenarios!.named(`counter: ${calls}`)!, { models: ['sc'] })[0]!;
    expect(of('add(1)').verdict).toBe('safe');
    expect(of('add(10)').failures).toMatchObject([{ message: 'assertion failed: atomic_load(&count) == 16' }]);
  });

  test('exchanges values only if all operations have both', async () => {
    const cell = (put: string, hit: string): string =>
      `FENCEPOST_LINEARIZABLE(cell)
      FENCEPOST_OPERATION(put, ${put})
      FENCEPOST_OPERATION(hit, ${hit})
      FENCEPOST_CALLS(3)\n`;
    const programs = await declared(
      'cell.c',
      `#include <stdatomic.h>
      static atomic_int value, count;
      static void put(int v) { atomic_store(&value, v); }
      static int hit(int v) {
        if (atomic_load(&value) != v) return -1;
        int old = atomic_load(&count);
        atomic_store(&count, old + 1);
        return old;
      }
      ${cell('FENCEPOST_DISTINCT(1, 2)', 'FENCEPOST_DISTINCT(2, 1)')}
      ${cell('FENCEPOST_DISTINCT(1, 2)', 'FENCEPOST_DISTINCT(2, 3)')}
      ${cell('FENCEPOST_VALUES(2)', 'FENCEPOST_DISTINCT(1, 2)')}
      FENCEPOST_INITIALLY(put, 2)`,
    );
    expect(programs.map((program) => checked(program).shown)).toEqual([
      'cell: put(1); hit(1) | hit(1)',
      'cell: put(2); hit(2) | hit(2)',
      'cell: hit(2) | hit(2)',
    ]);
    expect(programs.map(({ scenarios }) => scenarios!.count)).toEqual([80, 158, 72]);
  });

  test('distinguish calls that may wait from deadlocks', async () => {
    const [waits, hangs] = await declared(
      'waiting.c',
      `${COUNTER}
      static void end(void) {}
      FENCEPOST_LINEARIZABLE(waits)
      FENCEPOST_OPERATION(add, FENCEPOST_RANGE(1, 1))
      FENCEPOST_BLOCKING(await)
      FENCEPOST_CALLS(2)
      FENCEPOST_TEARDOWN(end)
      FENCEPOST_LINEARIZABLE(hangs)
      FENCEPOST_OPERATION(await)`,
    );
    expect(checked(waits!)).toMatchObject({ verdict: 'safe', checked: 9 });
    expect(checked(hangs!)).toMatchObject({ verdict: 'failing', shown: 'hangs: await()' });
  });

  test('compares with calls in which nothing fails without a reason', async () => {
    const [program] = await declared(
      'spurious.c',
      `${COUNTER}
      static bool increment(void) {
        int old = atomic_load(&count);
        return atomic_compare_exchange_weak(&count, &old, old + 1);
      }
      FENCEPOST_LINEARIZABLE(counter)
      FENCEPOST_OPERATION(increment)
      FENCEPOST_CALLS(1)`,
      { ...DEFAULT_BOUNDS, spurious: true },
    );
    const { verdict, failures } = checked(program!);
    expect(verdict).toBe('failing');
    expect(failures[0]!.history!.tried).toEqual([
      { calls: [{ call: 'increment()', result: 'true' }], instead: 'false' },
    ]);
  });

  test('compares with a model', async () => {
    const [program] = await declared(
      'model.c',
      `${COUNTER}
      static int sum;
      static int model_add(int amount) { int old = sum; sum += amount == 2 ? 1 : amount; return old; }
      FENCEPOST_LINEARIZABLE(counter)
      FENCEPOST_OPERATION(add, FENCEPOST_RANGE(1, 2))
      FENCEPOST_MODEL(add, model_add, int)
      FENCEPOST_CALLS(2)`,
    );
    expect(checked(program!)).toMatchObject({ verdict: 'failing', shown: 'counter: add(2); add(1)' });
  });

  test('need a main that makes calls', async () => {
    const body = `${COUNTER}\nFENCEPOST_LINEARIZABLE(counter)\nFENCEPOST_OPERATION(clear)\nint main(void) { return 0; }`;
    await expect(declared('main.c', body)).rejects.toMatchObject({ code: 'USAGE', hint: /leave out main/ });
  });

  test('find the same in each scenario, independently of other scenarios', async () => {
    const bounds = { ...DEFAULT_BOUNDS, unroll: 2 };
    const built = await build({
      files: [
        file(
          'alike.c',
          `#include <fencepost/linearizable.h>
          ${COUNTER}
          static int climb(int to) { int n = 0; while (atomic_fetch_add(&count, 1) < to) n++; return n; }
          FENCEPOST_LINEARIZABLE(alike)
          FENCEPOST_OPERATION(lossy, FENCEPOST_RANGE(1, 1))
          FENCEPOST_OPERATION(climb, FENCEPOST_VALUES(1, 4))
          FENCEPOST_BLOCKING(await)
          FENCEPOST_CALLS(3)`,
        ),
      ],
      flags: [],
    });
    const made = (): Program => structureProgram(structuresOf(built, bounds)![0]!, built, bounds);
    const found = (program: Program) =>
      checkProgram(program, { models: ['tso', 'rc11'], all: true, symmetry: 'off' }).map(
        ({ verdict, robust, executions, blocked, events, failures, incomplete, notes, schedule }) => ({
          ...{ verdict, robust, executions, blocked, events, incomplete, notes, schedule },
          failures: failures.map(({ kind, message, executions: times }) => [kind, message, times]),
        }),
      );
    const verdicts = new Set<string>();
    for (const scenario of made().scenarios!.programs((number) => number % 9 === 0)) {
      const inTurn = found(scenario);
      expect({ name: scenario.name, found: inTurn }).toEqual({
        name: scenario.name,
        found: found(made().scenarios!.named(scenario.name)!),
      });
      for (const { verdict } of inTurn) verdicts.add(verdict);
    }
    expect([...verdicts].sort()).toEqual(['failing', 'safe', 'unknown']);
  });
});

describe('declarations', () => {
  const site = { file: 'queue.c', line: 1 };
  const operation = (name: string, line = 2, args: DeclaredOperation['args'] = []): DeclaredOperation => ({
    ...{ name, args, call: 1, blocking: false, site: { file: 'queue.c', line } },
  });
  const setting = (name: string, text: string, line = 3): DeclaredSetting => ({
    ...{ setting: name, text, number: 1, site: { file: 'queue.c', line } },
  });
  const wrong = (settings: DeclaredSetting[], operations = [operation('push'), operation('pop')]): string => {
    try {
      readStructure({ name: 'queue', site, settings, operations });
      return 'accepted';
    } catch (error) {
      const { message, site: at } = error as FencepostError;
      return `${at!.line}: ${message}`;
    }
  };

  test('are refused if they would check something else', () => {
    expect(wrong([], [operation('pop'), operation('pop', 3)])).toBe('3: queue has the operation pop twice');
    expect(wrong([setting('calls', ''), setting('calls', '', 4)])).toBe('4: queue has calls twice');
    expect(wrong([], [operation('push', 2, [{ kind: 'range', values: [2, 1] }])])).toMatch(
      /^2: .* from 2 to 1, which is/,
    );
    expect(wrong([setting('model', 'top')])).toBe('3: queue has a model of top, which is not an operation');
    expect(wrong([setting('model', 'pop')])).toBe('1: queue has models, but none for push');
    expect(wrong([setting('initially', 'push, x')])).toBe('3: the initial call of push has the argument x');
  });

  test('have roles and initial calls', () => {
    const settings = [setting('role', 'producer: push, try_push'), setting('initially', 'push, 1, -2')];
    const { options } = readStructure({ name: 'queue', site, settings, operations: [operation('push')] });
    expect(options).toMatchObject({ roles: { producer: ['push', 'try_push'] }, initial: [['push', 1, -2]] });
  });
});
