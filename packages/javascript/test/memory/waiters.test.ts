import type { Operation } from '@fencepost/core';
import { describe, expect, it } from 'vitest';
import { WorldAtomics } from '../../src/memory/atomics/atomics.js';
import type { WaiterList } from '../../src/synchronisation/waiters.js';
import { lists } from '../../src/synchronisation/waiters.js';
import { Context } from '../../src/world/context/context.js';
import { current } from '../../src/world/running/current.js';
import { Sites } from '../../src/world/context/sites.js';
import { inboxes } from '../../src/synchronisation/inbox.js';
import type { World } from '../../src/world/running/world.js';
import { FakeRun, freshWorld, inWorld, runThread, show } from './fake-run.js';

const atomics = WorldAtomics as typeof Atomics & {
  waitAsync(view: Int32Array, index: number, value: number, timeout?: number): { async: boolean; value: unknown };
};
const int32 = (): Int32Array => new Int32Array(new SharedArrayBuffer(8));

/** Performs operations on states that several threads share; what does not go on throws. */
class Objects {
  readonly states = new Map<number, number>();

  perform = (operation: Operation, guess: number): number => {
    const { transition, address } = operation;
    if (transition === undefined) return guess;
    const old = this.states.get(address) ?? 0;
    if (transition.ready?.(old) === false) throw new Error(`waits: ${transition.key}`);
    this.states.set(address, transition.apply(old));
    return old;
  };

  list(): WaiterList {
    return lists.decode([...this.states.values()][0] ?? 0);
  }
}

/** Threads with a world each, on the same synchronisation objects. */
function threads(count: number): {
  objects: Objects;
  run: (<T>(code: (view: Int32Array) => T) => T)[];
  worlds: World[];
  logs: FakeRun[];
} {
  const context = new Context(new Sites());
  const objects = new Objects();
  const worlds = Array.from({ length: count }, () => freshWorld(context));
  const views = worlds.map((world) =>
    inWorld(world, undefined, () => {
      const view = int32();
      atomics.load(view, 0);
      return view;
    }),
  );
  const logs = worlds.map((_, i) => new FakeRun(i + 1, objects.perform));
  const run = worlds.map(
    (world, i) =>
      <T>(code: (view: Int32Array) => T) =>
        inWorld(world, logs[i], () => code(views[i]!)),
  );
  return { objects, run, worlds, logs };
}

describe('Atomics.wait', () => {
  it('finds another value in the critical section', () => {
    const { result, operations } = runThread(int32, (view) => atomics.wait(view, 0, 1));
    expect(result).toBe('not-equal');
    expect(operations).toEqual(['Atomics.wait begins (1)', 'load 4@0 seq_cst', 'Atomics.wait does not wait (1)']);
  });

  it('joins the list and waits until it is woken', () => {
    const {
      run: [first, second],
      objects,
      logs,
    } = threads(2);
    expect(() => first!((view) => atomics.wait(view, 0, 0))).toThrow('waits: Atomics.wait (1)');
    expect(objects.list()).toEqual({ holder: 0, waiters: [{ who: 1, ticket: 0 }], notified: [] });
    expect(second!((view) => atomics.notify(view, 0))).toBe(1);
    expect(objects.list()).toEqual({ holder: 0, waiters: [], notified: [1] });
    const wake = logs[0]!.performed.at(-1)!;
    expect(show(wake)).toBe('Atomics.wait (1)');
    expect(wake.transition!.ready!(lists.encode(objects.list()))).toBe(true);
    objects.perform(wake, 0);
    expect(objects.list()).toEqual({ holder: 0, waiters: [], notified: [] });
  });

  it('gives ok when it was woken', () => {
    const woken = lists.encode({ holder: 0, waiters: [], notified: [1] });
    const results = (operation: Operation, guess: number): number =>
      operation.transition?.key === 'Atomics.wait (1)' ? woken : guess;
    expect(runThread(int32, (view) => atomics.wait(view, 0, 0), results).result).toBe('ok');
  });

  it('may remain without a wake-up', () => {
    const guesses: number[] = [];
    runThread(
      int32,
      (view) => atomics.wait(view, 0, 0),
      (_operation, guess) => (guesses.push(guess), guess),
    );
    expect(lists.decode(guesses.at(-1)!)).toEqual({ holder: 0, waiters: [{ who: 1, ticket: 0 }], notified: [] });
  });

  it.each([0, 100, -5])('with the time-out %d may be over at any moment', (timeout) => {
    const {
      run: [first],
      objects,
    } = threads(1);
    expect(first!((view) => atomics.wait(view, 0, 0, timeout))).toBe('timed-out');
    expect(objects.list()).toEqual({ holder: 0, waiters: [], notified: [] });
  });

  it('with a time-out that is woken first gives ok', () => {
    const woken = lists.encode({ holder: 0, waiters: [], notified: [1] });
    const results = (operation: Operation, guess: number): number =>
      operation.transition?.key === 'Atomics.wait is woken or times out (1)' ? woken : guess;
    expect(runThread(int32, (view) => atomics.wait(view, 0, 0, 10), results).result).toBe('ok');
  });

  it('without a value expects 0, and no time is no time-out', () => {
    const {
      run: [first],
    } = threads(1);
    const wait = atomics.wait as (...args: readonly unknown[]) => unknown;
    expect(() => first!((view) => wait(view, 0))).toThrow('waits: Atomics.wait (1)');
  });

  it('keeps others out of the critical section', () => {
    const held = lists.encode({ holder: 2, waiters: [], notified: [] });
    const enter = runThread(int32, (view) => atomics.wait(view, 0, 1)).operations[0];
    expect(enter).toBe('Atomics.wait begins (1)');
    for (const act of [(view: Int32Array) => atomics.wait(view, 0, 1), (view: Int32Array) => atomics.notify(view, 0)]) {
      let first: Operation | undefined;
      runThread<Int32Array, unknown>(int32, act, (operation, guess) => ((first ??= operation), guess));
      expect(first!.transition!.ready!(held)).toBe(false);
    }
  });

  it('checks its arguments as the language does', () => {
    runThread(int32, (view) => {
      expect(() => atomics.wait(new Int32Array(1), 0, 0)).toThrow(TypeError);
      expect(() => atomics.wait(new Uint32Array(view.buffer) as never, 0, 0)).toThrow(TypeError);
      expect(() => atomics.wait(view, 2, 0)).toThrow(RangeError);
      expect(() => atomics.wait(new BigInt64Array(view.buffer), 0, 0 as never)).toThrow(TypeError);
      expect(() => atomics.notify(new Uint8Array(view.buffer) as never, 0)).toThrow(TypeError);
      expect(atomics.notify(new Int32Array(1), 0)).toBe(0);
    });
  });

  it('is refused in set-up code if it would wait for ever', () => {
    inWorld(freshWorld(), undefined, () => {
      expect(atomics.wait(int32(), 0, 1)).toBe('not-equal');
      expect(atomics.wait(int32(), 0, 0, 1000)).toBe('timed-out');
      expect(() => atomics.wait(int32(), 0, 0)).toThrow(expect.objectContaining({ code: 'JS_UNSUPPORTED' }) as Error);
      expect(() => atomics.waitAsync(int32(), 0, 0)).toThrow(
        expect.objectContaining({ code: 'JS_UNSUPPORTED' }) as Error,
      );
    });
  });

  it('is reported at the place it waits on', () => {
    const {
      worlds,
      run: [first],
      logs,
    } = threads(1);
    expect(() => first!((view) => atomics.wait(view, 1, 0))).toThrow('waits');
    expect(worlds[0]!.context.nameOf(logs[0]!.performed[0]!.address)).toBe('buffer1+4');
  });
});

describe('Atomics.notify', () => {
  it('wakes as many as it says, in the order in which they came', () => {
    const { run, objects } = threads(4);
    for (const i of [1, 0, 2]) expect(() => run[i]!((view) => atomics.wait(view, 0, 0))).toThrow('waits');
    expect(run[3]!((view) => atomics.notify(view, 0, 2))).toBe(2);
    expect(objects.list().notified).toEqual([2, 1]);
    expect(run[3]!((view) => [atomics.notify(view, 0, 0), atomics.notify(view, 0), atomics.notify(view, 0)])).toEqual([
      0, 1, 0,
    ]);
    expect(objects.list().notified).toEqual([2, 1, 3]);
  });
});

/** Settled promises of worlds are seen by `then`. */
function settled(answer: { readonly value: unknown }): unknown[] {
  const values: unknown[] = [];
  void (answer.value as Promise<unknown>).then((value) => values.push(value));
  return values;
}

describe('Atomics.waitAsync', () => {
  it('answers at once if it need not wait', () => {
    const {
      run: [first],
    } = threads(1);
    expect(first!((view) => atomics.waitAsync(view, 0, 1))).toEqual({ async: false, value: 'not-equal' });
    expect(first!((view) => atomics.waitAsync(view, 0, 0, 0))).toEqual({ async: false, value: 'timed-out' });
  });

  it('is woken through the event loop', () => {
    const {
      run: [first, second],
      objects,
      worlds,
    } = threads(2);
    const values = first!((view) => settled(atomics.waitAsync(view, 0, 0)));
    expect(objects.list().waiters).toEqual([{ who: 1, ticket: 1 }]);
    expect(second!((view) => atomics.notify(view, 0))).toBe(1);
    expect(objects.list()).toEqual({ holder: 0, waiters: [], notified: [] });
    const inbox = worlds[0]!.context.place('inbox', 1, 0);
    expect(inboxes.decode(objects.states.get(inbox)!)).toEqual([{ wake: expect.any(String) as string }]);
    first!(() => worlds[0]!.loop.run());
    expect(values).toEqual(['ok']);
  });

  it('times out by a timer', () => {
    const {
      run: [first],
      objects,
      worlds,
    } = threads(1);
    const values = first!((view) => {
      const log = settled(atomics.waitAsync(view, 0, 0, 50));
      current.world!.loop.run();
      return log;
    });
    expect(values).toEqual(['timed-out']);
    expect(worlds[0]!.loop.now).toBe(50);
    expect(objects.list().waiters).toEqual([]);
  });

  it('is not timed out if it is notified before the timer fires, even if the news come later', () => {
    const {
      run: [first, second],
      worlds,
    } = threads(2);
    const values = first!((view) => settled(atomics.waitAsync(view, 0, 0, 50)));
    expect(second!((view) => atomics.notify(view, 0, 1))).toBe(1);
    first!(() => worlds[0]!.loop.run());
    expect(values).toEqual(['ok']);
  });
});
