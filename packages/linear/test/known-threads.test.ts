import type { Operation, ThreadSnapshot, ThreadRun } from '@fencepost/core';
import { LocalStates, cut, load, program, store } from '@fencepost/core';
import { describe, expect, test } from 'vitest';
import { KnownThreads } from '@fencepost/linear';

const X = 0;

/** Counts what it reads, up to 2, and stores that; can be saved. Its runs are counted. */
class Counting implements ThreadRun {
  static runs = 0;
  private sum = 0;
  private reads = -1;

  next(result: number): IteratorResult<Operation, unknown> {
    Counting.runs++;
    if (this.reads++ >= 0) this.sum += result;
    if (this.sum > 2) throw new Error('too many');
    return this.reads < 3 ? { done: false, value: { ...load(X), call: 1 } } : { done: true, value: this.sum };
  }

  save(): ThreadSnapshot {
    return { words: Int32Array.of(this.sum, this.reads) };
  }

  resume(from: ThreadSnapshot): boolean {
    [this.sum, this.reads] = from.words as unknown as [number, number];
    return true;
  }

  follow(results: readonly number[]): boolean {
    this.next(0);
    for (const result of results) this.next(result);
    return true;
  }
}

/** The states after these results, by what LocalStates know of them. */
function discovered(body: () => ThreadRun): readonly unknown[] {
  const states = new LocalStates({
    ...program('known', (p) => {
      p.variable('x');
    }),
    threads: [{ name: 'one', body }],
  });
  return [
    [0, 0, 0],
    [0, 1, 0],
    [1, 0, 1],
    [1, 1, 1],
    [2, 0, 0],
  ].map((results) => {
    let [state] = states.initial as [number];
    const told: unknown[] = [];
    for (const result of results) {
      if (states.isTerminal(state)) break;
      state = states.update(state, result);
      told.push([state, states.kind[state], states.call[state], states.outcome(state)]);
    }
    return told;
  });
}

const nothingNoted = (run: () => void): undefined => {
  run();
  return undefined;
};

describe('threads that others have run', () => {
  test('do the same, and are not run again', () => {
    const known = new KnownThreads(nothingNoted);
    const expected = discovered(() => new Counting());
    Counting.runs = 0;
    expect(discovered(known.body('a', 0, () => new Counting()))).toEqual(expected);
    const { runs } = Counting;
    expect(discovered(known.body('a', 0, () => new Counting()))).toEqual(expected);
    expect(Counting.runs).toBe(runs);
    known.forget();
    expect(discovered(known.body('a', 0, () => new Counting()))).toEqual(expected);
    expect(Counting.runs).toBe(2 * runs);
  });

  test('have calls with numbers of their own', () => {
    const known = new KnownThreads(nothingNoted);
    const calls = (first: number): Set<number> => {
      const states = new LocalStates({
        ...program('known', () => undefined),
        threads: [{ name: 'one', body: known.body('a', first, () => new Counting()) }],
      });
      return new Set([states.call[states.initial[0]!]!, states.call[states.update(states.initial[0]!, 1)]!]);
    };
    expect([calls(0), calls(3)]).toEqual([new Set([1]), new Set([4])]);
  });

  test('repeat their notes', () => {
    const noted: string[] = [];
    let now: string[] = [];
    const known = new KnownThreads((run) => {
      now = [];
      run();
      const found = now;
      const again = (): void => void noted.push(...found);
      again();
      return found.length === 0 ? undefined : again;
    });
    function* cutOff(): Generator<Operation, void, number> {
      if ((yield load(X)) === 0) yield store(X, 1);
      now.push('a bound');
      yield cut();
    }
    const discover = (): readonly string[] => {
      noted.length = 0;
      discovered(known.body('a', 0, cutOff));
      return [...new Set(noted)];
    };
    expect(discover()).toEqual(['a bound']);
    expect(discover()).toEqual(['a bound']);
  });

  test('must do the same when they are run again', () => {
    let times = 0;
    function* changing(): Generator<Operation, void, number> {
      const order = times++ === 0 ? 1 : 2;
      yield load(X);
      yield store(X, order);
      yield store(X, order);
    }
    const known = new KnownThreads(nothingNoted);
    expect(() => discovered(known.body('a', 0, changing))).toThrow(/behaved differently/);
  });
});
