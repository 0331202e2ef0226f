import type { MemoryOrder, Operation, ProgramBuilder, Trace, Variable } from '@fencepost/core';
import { LocalStates, exchange, fence, fetchAdd, load, lock, program, store, unlock, until } from '@fencepost/core';
import { describe, expect, it } from 'vitest';
import { delayedLoadOf, exploreGraphs, reorderingOf } from '../src/index.js';

type Steps = (x: Variable, y: Variable) => readonly Operation[];

/** The first reordering in an execution under SC, as the labels of the two; each list of operations is a thread. */
function reorderingIn(...threads: readonly Steps[]): string | undefined {
  return foundIn(reorderingOf, threads);
}

function foundIn(find: typeof reorderingOf, threads: readonly Steps[]): string | undefined {
  const states = new LocalStates(
    program('test', (p: ProgramBuilder) => {
      const [x, y] = [p.variable('x'), p.variable('y')];
      threads.forEach((steps, i) => {
        p.thread(String.fromCharCode(97 + i), function* () {
          for (const step of steps(x, y)) yield step;
        });
      });
    }),
  );
  let found: string | undefined;
  exploreGraphs(states, {
    model: 'sc',
    onExecution: (execution) => {
      const trace = execution.trace();
      found ??= find(trace)
        ?.map((i) => states.labels.get(states.label[trace.events[i]!.state]!).text)
        .join(' ');
    },
  });
  return found;
}

describe('accesses that other machines reorder', () => {
  const sends: Steps = (x, y) => [store(x, 1), store(y, 1, 'release')];
  const receives =
    (order: MemoryOrder, ...between: Operation[]): Steps =>
    (x, y) => [load(y, order), ...between, load(x)];

  it('are found in message passing', () => {
    expect(reorderingIn(sends, receives('relaxed'))).toBe('b#0 b#1');
    expect(reorderingIn(sends, receives('acquire'))).toBeUndefined();
    expect(reorderingIn(sends, receives('seq_cst'))).toBeUndefined();
  });

  it('are kept in order by fences', () => {
    for (const order of ['acquire', 'acq_rel', 'seq_cst'] as const) {
      expect(reorderingIn(sends, receives('relaxed', fence(order)))).toBeUndefined();
    }
    expect(reorderingIn(sends, receives('relaxed', fence('release')))).toBe('b#0 b#2');
  });

  it('are found in load buffering, unless the store is a release', () => {
    const thread =
      (order: MemoryOrder, swap = false): Steps =>
      (x, y) => [load(swap ? y : x), store(swap ? x : y, 1, order)];
    expect(reorderingIn(thread('relaxed'), thread('relaxed', true))).toBe('b#0 b#1');
    expect(reorderingIn(thread('release'), thread('release', true))).toBeUndefined();
  });

  it('may be read-modify-writes, whose stores can be late', () => {
    const thread =
      (swap = false): Steps =>
      (x, y) => [exchange(swap ? y : x, 1, 'relaxed'), load(swap ? x : y)];
    expect(reorderingIn(thread(), thread(true))).toBe('b#0 b#1');
  });

  it('are found where two readers disagree', () => {
    const reads =
      (swap = false): Steps =>
      (x, y) => [load(swap ? y : x), load(swap ? x : y)];
    expect(
      reorderingIn(
        (x) => [store(x, 1)],
        (_, y) => [store(y, 1)],
        reads(),
        reads(true),
      ),
    ).toBe('d#0 d#1');
  });

  it('are not those that no thread can observe', () => {
    const counts: Steps = (x) => [fetchAdd(x, 1, 'relaxed'), load(x)];
    expect(reorderingIn(counts, counts)).toBeUndefined();
    // Different places, but no other thread goes from the one to the other.
    expect(
      reorderingIn(
        (x, y) => [load(x), load(y)],
        (x) => [store(x, 1)],
        (_, y) => [store(y, 1)],
      ),
    ).toBeUndefined();
    // Store buffering is what the models show.
    expect(
      reorderingIn(
        (x, y) => [store(x, 1), load(y)],
        (x, y) => [store(y, 1), load(x)],
      ),
    ).toBeUndefined();
  });

  it('are not those that a lock or a flag orders', () => {
    const states = new LocalStates(
      program('locked', (p) => {
        const [m, x, y] = [p.mutex('m'), p.variable('x'), p.variable('y')];
        for (const name of ['a', 'b']) {
          p.thread(name, function* () {
            yield lock(m);
            yield load(x);
            yield store(x, 1);
            yield load(y);
            yield store(y, 1);
            yield unlock(m);
          });
        }
      }),
    );
    exploreGraphs(states, {
      model: 'sc',
      onExecution: (execution) => expect(reorderingOf(execution.trace())).toBeUndefined(),
    });
    expect(reorderingIn(sends, (x, y) => [until(y, '==', 1, 'acquire'), load(x), store(x, 2)])).toBeUndefined();
  });

  it('are looked for in long executions, in less than a second', () => {
    const trace = traceOfOne((x, y) => [
      () => repeated(800, () => [load(x, 'relaxed'), load(y, 'relaxed')]),
      () => repeated(800, (i) => [store(x, i, 'relaxed')]),
      () => repeated(800, (i) => [store(y, i, 'relaxed')]),
    ]);
    const start = process.cpuUsage();
    expect(reorderingOf(trace)).toBeUndefined();
    const { user, system } = process.cpuUsage(start);
    expect(user + system).toBeLessThan(1e6);
  });
});

/** Returns the trace of the first execution under SC. */
function traceOfOne(threads: (x: Variable, y: Variable) => readonly (() => Iterator<Operation, void>)[]): Trace {
  const states = new LocalStates(
    program('long', (p) => {
      threads(p.variable('x'), p.variable('y')).forEach((body, i) => p.thread(String(i), body));
    }),
  );
  let found: Trace | undefined;
  exploreGraphs(states, { model: 'sc', budget: 1, onExecution: (each) => (found ??= each.trace()) });
  return found!;
}

function* repeated(times: number, step: (i: number) => readonly Operation[]): Generator<Operation, void> {
  for (let i = 1; i <= times; i++) yield* step(i);
}

describe('a plain load that a machine may do after a later store', () => {
  const delayedIn = (...threads: readonly Steps[]): string | undefined => foundIn(delayedLoadOf, threads);
  const frees =
    (order: MemoryOrder): Steps =>
    (x, y) => [load(x, 'plain'), store(y, 1, order)];
  const reuses: Steps = (x, y) => [until(y, '==', 1, 'seq_cst'), store(x, 2, 'plain')];

  it('is found where a slot is freed by a plain store', () => {
    expect(delayedIn(frees('plain'), reuses)).toBe('a#0 a#1');
    expect(delayedIn(frees('seq_cst'), reuses)).toBeUndefined();
  });

  it('is not reported where no thread could observe it', () => {
    expect(delayedIn(frees('plain'), (x) => [store(x, 2, 'plain')])).toBeUndefined();
    expect(delayedIn(frees('plain'), (x, y) => [store(x, 2, 'plain'), load(y, 'plain')])).toBeUndefined();
  });
});
