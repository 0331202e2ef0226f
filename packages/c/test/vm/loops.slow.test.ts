import type { Limit } from '@fencepost/core';
import { CUT, STUCK, load } from '@fencepost/core';
import { exploreAll, exploreGraphs } from '@fencepost/explore';
import { beforeEach, describe, expect, it } from 'vitest';
import { DEFAULT_BOUNDS } from '../../src/program.js';
import type { Bounds, Context } from '../../src/vm/context/context.js';
import { Loops } from '../../src/vm/threads/spin-detection.js';
import { Ownership } from '../../src/vm/context/ownership.js';
import { MODELS, canCompile, compile, endings, explored, file } from '@fencepost/testing/compiled';

const limits = new Map<string, Limit>();
beforeEach(() => limits.clear());

function loops(changed: Partial<Bounds>): Loops {
  const bounds = { ...DEFAULT_BOUNDS, ...changed };
  const table = [
    { site: { file: 'a.c', line: 3 }, function: 'f', comparable: true, counted: false },
    { function: 'g', comparable: false, counted: true },
  ];
  const shared = { ownership: new Ownership(), repeated: new Map() };
  const context = { bounds, limits, ...shared, image: { tables: { loops: table } } } as unknown as Context;
  return new Loops(context, 1, ({ site }) => site);
}

/** Of the activation whose loops these are. */
const DEPTH = 3;

/** None. */
const writes = { count: 0, areUnnoticed: () => true, areNoticed: () => false, describe: () => undefined };

/** What a visit yields: the operation, or nothing. */
function visit(
  of: Loops,
  operations: number,
  effects: number,
  state = '',
  loop = 0,
  alone = false,
  choices = 0,
  depth = DEPTH,
) {
  if (of.passesSilently(loop, depth, operations, alone)) return undefined;
  const progress = { operations, effects, choices, recent: [], writes };
  const own = { carried: state, counted: '', rest: '' };
  const steps = alone ? of.visitAlone(loop, depth, progress) : of.visit(loop, depth, progress, own);
  const first = steps.next(0);
  return first.done === true ? undefined : (first.value as { readonly kind: number; readonly value: number });
}

/** Whether the next operation waits for progress. */
const waitsAt = (of: Loops, operations: number): boolean => of.present(load(8), operations).until === 'progress';

describe('at the head of a loop', () => {
  it('a thread that changed nothing waits, with the number of its operations', () => {
    const of = loops({ unroll: 5 });
    expect(visit(of, 4, 1)).toBeUndefined();
    expect(visit(of, 7, 1)).toMatchObject({ kind: STUCK, value: 3 });
  });

  it.each([
    ['an effect', 2, ''],
    ['another private state', 1, 'other'],
  ])('a thread with %s goes on, up to the bound', (_what, effects, state) => {
    const of = loops({ unroll: 2 });
    expect(visit(of, 4, 1)).toBeUndefined();
    expect(visit(of, 6, effects, state)).toBeUndefined();
    expect(limits.size).toBe(0);
    expect(visit(of, 8, effects + 1, `${state}!`)).toMatchObject({ kind: CUT });
    expect([...limits.values()]).toMatchObject([{ what: 'the loop at a.c:3', bound: '2 iterations' }]);
  });

  it('a thread that changed nothing, but made a choice, is not taken to wait', () => {
    const of = loops({ unroll: 5 });
    expect(visit(of, 4, 1)).toBeUndefined();
    expect(visit(of, 7, 1, '', 0, false, 1)).toMatchObject({ kind: CUT });
    expect(limits.size).toBe(0);
  });

  it('a loop without a place is named by its function', () => {
    const of = loops({ unroll: 1 });
    visit(of, 0, 0, 'a', 1);
    visit(of, 1, 0, 'b', 1);
    expect([...limits.keys()]).toEqual(['a loop of g']);
  });

  it('a loop that is entered again counts from the beginning', () => {
    const of = loops({ unroll: 2 });
    for (let operations = 0; operations < 20; operations++) {
      of.enter(0, DEPTH);
      expect(visit(of, operations, 0)).toBeUndefined();
      expect(visit(of, ++operations, operations)).toBeUndefined();
    }
  });

  it('no thread waits if waiting is disabled', () => {
    const of = loops({ unroll: 3, wait: false });
    expect([visit(of, 0, 0), visit(of, 1, 0), visit(of, 2, 0)]).toEqual([undefined, undefined, undefined]);
    expect(visit(of, 3, 0)).toMatchObject({ kind: CUT });
    expect(waitsAt(of, 3)).toBe(false);
  });

  it('loops without visible operations may take long, and so may those of a thread that runs alone', () => {
    const of = loops({ unroll: 2 });
    for (let i = 0; i < 100; i++) expect(visit(of, 5, 0, String(i))).toBeUndefined();
    for (let i = 0; i < 100; i++) expect(visit(of, i, i, '', 1, true)).toBeUndefined();
  });

  it('an endless loop without visible operations is given up', () => {
    const of = loops({});
    let given: ReturnType<typeof visit>;
    for (let i = 0; given === undefined; i++) given = visit(of, 5, 0, String(i));
    expect(given).toMatchObject({ kind: CUT });
    expect([...limits.values()]).toMatchObject([
      { what: 'the loop at a.c:3', bound: expect.stringMatching(/^\d{6,} iterations in a row without/) as string },
    ]);
  });

  it('a loop that changes nothing, not even the values it reads, waits forever', () => {
    const of = loops({});
    let given: ReturnType<typeof visit>;
    let rounds = 0;
    for (; given === undefined; rounds++) given = visit(of, 5, 0);
    expect(given).toMatchObject({ kind: STUCK, value: 0 });
    expect(rounds).toBeLessThan(100);
  });

  it('a loop without visible effects is not examined for changes', () => {
    const of = loops({});
    for (let i = 0; i < 10_000; i++) expect(visit(of, 5, 0, '', 1)).toBeUndefined();
  });

  it('other activations of the function have loops of their own', () => {
    const of = loops({ unroll: 5 });
    const at = (depth: number, operations: number) => visit(of, operations, 0, '', 0, false, 0, depth) === undefined;
    expect([at(1, 1), at(2, 2), at(3, 3)]).toEqual([true, true, true]);
    of.enter(0, 2);
    expect([at(2, 4), at(1, 5), at(2, 6)]).toEqual([true, false, false]);
  });

  it('the first operation after it is known', () => {
    const of = loops({ unroll: 2 });
    expect(waitsAt(of, 0)).toBe(false);
    visit(of, 6, 0);
    expect([waitsAt(of, 6), waitsAt(of, 7)]).toEqual([true, false]);
  });
});

/** A thread waits, in some way, for what another does. */
const WAITING = (body: string): string => `
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
atomic_int flag, other, data, rounds;
static int is_set(atomic_int *place) { return atomic_load(place) != 0; }
static void *waiter(void *arg) {
  ${body}
  atomic_store(&data, atomic_load(&data) + 1);
  return 0;
}
static void *setter(void *arg) {
  atomic_store(&data, 10);
  atomic_store(&other, 1);
  atomic_store(&flag, 1);
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, waiter, 0);
  pthread_create(&b, 0, setter, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
`;

/** Ways to wait, and iterations after which following them has shown all there is. */
const WAYS: readonly (readonly [string, string, number])[] = [
  ['while', 'while (!atomic_load(&flag)) ;', 3],
  ['do while', 'int seen; do { seen = atomic_load(&flag); } while (!seen);', 3],
  ['for with break', 'for (;;) { if (atomic_load(&flag)) break; sched_yield(); }', 3],
  ['goto', 'again: if (!atomic_load(&flag)) goto again;', 3],
  ['a function', 'while (!is_set(&flag)) ;', 3],
  ['a pointer', 'atomic_int *place = &flag; while (!atomic_load(place)) place = &flag;', 3],
  ['a failing swap', 'int one = 1; while (!atomic_compare_exchange_strong(&flag, &one, 2)) one = 1;', 3],
  ['a weak swap', 'int one = 1; while (!atomic_compare_exchange_weak(&flag, &one, 2)) one = 1;', 3],
  ['adding nothing', 'while (!atomic_fetch_add(&flag, 0)) ;', 3],
  ['two variables', 'while (!atomic_load(&flag) || !atomic_load(&other)) ;', 4],
  ['one of two', 'while (!atomic_load(&flag)) { if (atomic_load(&other)) break; }', 4],
  ['one loop in another', 'while (!atomic_load(&flag)) { while (!atomic_load(&other)) ; }', 4],
  ['an unused count', 'int times = 0; while (!atomic_load(&flag)) times++;', 3],
  ['a store of what is there', 'while (!atomic_load(&flag)) atomic_store(&rounds, 7);', 4],
  [
    'one of two in turn',
    'atomic_int *both[2] = {&flag, &other}; int i = 0; while (!atomic_load(both[i])) i = 1 - i;',
    5,
  ],
  ['a write that is undone', 'while (!atomic_load(&flag)) { atomic_store(&rounds, 1); atomic_store(&rounds, 0); }', 4],
  ['six tries', 'int i = 0; while (i < 6 && !atomic_load(&flag)) i++; if (i == 6) atomic_store(&rounds, 6);', 8],
  ['seven tries from the end', 'for (signed char i = 7; --i >= 0;) if (atomic_load(&flag)) break;', 8],
  ['a bounded number of tries', 'for (int i = 0; i < 2; i++) if (atomic_load(&flag)) break;', 4],
  ['a count that is kept', 'for (int i = 0; i < 3 && !atomic_load(&flag); i++) atomic_store(&rounds, i);', 5],
];

describe.skipIf(!canCompile)('waiting loses no outcome', { timeout: 20_000 }, () => {
  it.each(WAYS)('%s', async (name, body, unroll) => {
    const source = file(`${name.replaceAll(' ', '-')}.c`, WAITING(body));
    const waits = await compile(source);
    const follows = await compile(source, { bounds: { unroll, wait: false } });
    for (const model of MODELS) {
      const waited = explored(waits, exploreGraphs, { model, finals: true });
      const followed = explored(follows, exploreAll, { model, finals: true });
      expect(endings(followed).size).toBeGreaterThan(0);
      expect(endings(waited)).toEqual(endings(followed));
      expect(waited.deadlocks).toBe(0);
    }
    expect(waits.limits!()).toEqual([]);
  });

  it.each([
    ['for ever', 'while (!atomic_load(&rounds)) ;'],
    [
      'for what it would have to do itself',
      'while (atomic_load(&rounds) == 0) sched_yield(); atomic_store(&rounds, 1);',
    ],
  ])('waiting %s is a deadlock', async (_name, body) => {
    const program = await compile(file('deadlock.c', WAITING(body)));
    for (const model of MODELS) {
      const { executions, deadlocks, failures } = explored(program, exploreGraphs, { model });
      expect([executions, deadlocks]).toEqual([1, 1]);
      expect(failures).toMatchObject([{ kind: 'deadlock' }]);
    }
  });

  it('a loop that changes something is followed up to the bound, and named', async () => {
    const body = 'while (!atomic_load(&flag)) atomic_fetch_add(&rounds, 1);';
    const source = file('counts.c', WAITING(body));
    const program = await compile(source, { bounds: { unroll: 4 } });
    const { executions, blocked } = explored(program, exploreGraphs, { model: 'sc' });
    expect(executions).toBeGreaterThan(3);
    expect(blocked).toBeGreaterThan(0);
    const [limit, ...more] = program.limits!();
    expect(more).toEqual([]);
    expect(limit).toMatchObject({
      what: expect.stringMatching(/^the loop at .*counts\.c:8:3$/) as string,
      bound: '4 iterations',
    });
  });
});
