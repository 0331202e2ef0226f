import type { Operation, Program, Trace } from '@fencepost/core';
import {
  LocalStates,
  afterLook,
  cut,
  isSequentiallyConsistent,
  load,
  lock,
  look,
  program,
  store,
  transform,
  tryLock,
  unlock,
} from '@fencepost/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { counts } from './counts.js';
import { exploreAll } from '../src/index.js';

// A look at an object that is followed by its step could as well have been made just before that: it decides nothing.
// A look that shows that there is nothing to do decides.

type Steps<T> = Generator<Operation, T, number>;

interface Places {
  readonly x: number;
  readonly y: number;
  readonly mutex: number;
  readonly semaphore: number;
}

type Thread = (places: Places) => Generator<Operation, unknown, number>;

function threads(bodies: readonly Thread[]): Program {
  return program('looks', (p) => {
    const places: Places = {
      x: p.variable('x').address,
      y: p.variable('y').address,
      mutex: p.mutex('mutex').address,
      semaphore: p.variable('semaphore', 1).address,
    };
    bodies.forEach((body, i) =>
      p.thread(`t${i}`, function* () {
        yield* body(places);
      }),
    );
  });
}

/** Takes a mutex if a look shows that it is free. `step`: what is made of the attempt. */
function* tried(mutex: number, step: typeof afterLook): Steps<boolean> {
  if ((yield look(mutex)) !== 0) return false;
  if ((yield step(tryLock(mutex))) !== 0) yield cut(undefined, false);
  return true;
}

const take = { key: 'take', apply: (count: number) => Math.max(0, count - 1) };
const give = { key: 'give', apply: (count: number) => count + 1 };

/** The same for a semaphore. */
function* taken(semaphore: number, step: typeof afterLook): Steps<boolean> {
  const seen = yield look(semaphore, take);
  if (seen === 0) return false;
  if ((yield step(transform(semaphore, take))) !== seen) yield cut(undefined, false);
  return true;
}

/** Does something while it holds the mutex or the semaphore, if it gets that at once. */
function* holding(
  of: 'mutex' | 'semaphore',
  places: Places,
  inside: readonly Operation[],
  step = afterLook,
): Steps<boolean> {
  const { mutex, semaphore } = places;
  if (!(yield* of === 'mutex' ? tried(mutex, step) : taken(semaphore, step))) return false;
  yield* inside;
  yield of === 'mutex' ? unlock(mutex) : transform(semaphore, give);
  return true;
}

const MODELS = ['tso', 'pso'] as const;

describe.each(MODELS)('under %s', (model) => {
  describe.each(['mutex', 'semaphore'] as const)('a %s', (of) => {
    const storeAndTry = (step: typeof afterLook): Program =>
      threads([
        function* (places) {
          yield store(places.x, 1, 'relaxed');
          yield* holding(of, places, [], step);
        },
        (places) => holding(of, places, [load(places.x, 'relaxed')], step),
      ]);

    it('a look before a step does not make a program less robust', () => {
      const [executions, nonSequential] = counts(
        storeAndTry((operation) => operation),
        model,
      );
      expect(nonSequential).toBe(1);
      expect(counts(storeAndTry(afterLook), model)).toEqual([executions, 0]);
    });
  });

  it('a look that decides counts, even if a step follows', () => {
    // The first thread finds the mutex taken, and the other one, which has released it, does not find what it stored.
    const decided = (then: (mutex: number) => readonly Operation[]): Program =>
      threads([
        function* ({ x, mutex }) {
          yield store(x, 1, 'relaxed');
          if (!(yield* tried(mutex, afterLook))) yield* then(mutex);
          yield unlock(mutex);
        },
        function* ({ x, mutex }) {
          yield lock(mutex);
          yield unlock(mutex);
          yield load(x, 'relaxed');
        },
      ]);
    expect(
      counts(
        decided((mutex) => [lock(mutex)]),
        model,
      )[1],
    ).toBe(1);
    expect(
      counts(
        decided((mutex) => [look(mutex), lock(mutex)]),
        model,
      )[1],
    ).toBeGreaterThan(1);
  });
});

/** What a program can observe of an execution: reads-from and coherence, without looks before their steps. */
function observable({ states, events, coherence }: Trace): string {
  const name = (event: number): string =>
    event < 0 ? 'initially' : `${events[event]!.thread}.${events[event]!.position}`;
  const isLeftOut = (event: number): boolean => {
    const { thread, position } = events[event]!;
    return events.some(
      (next) => next.thread === thread && next.position === position + 1 && states.looked[next.state] === 1,
    );
  };
  const reads = events.flatMap(({ source }, i) =>
    source === undefined || isLeftOut(i) ? [] : [`${name(i)} from ${name(source)}`],
  );
  return [...reads, ...coherence.map((row) => row.map(name).join(' '))].join('\n');
}

describe('random programs with looks', () => {
  const place = fc.constantFrom('x' as const, 'y' as const);
  const access = fc.oneof(
    fc.record({ kind: fc.constant('load' as const), place }),
    fc.record({ kind: fc.constant('store' as const), place }),
  );
  const piece = fc.oneof(
    access,
    fc.record({
      kind: fc.constantFrom('mutex' as const, 'semaphore' as const),
      inside: fc.array(access, { maxLength: 1 }),
      otherwise: fc.array(access, { maxLength: 1 }),
    }),
  );
  const ofThread = fc.array(piece, { minLength: 1, maxLength: 3 });
  const anyProgram = fc
    .oneof(fc.tuple(ofThread, ofThread), fc.tuple(ofThread, ofThread, fc.array(piece, { maxLength: 1 })))
    .map((bodies) =>
      threads(
        bodies.map(
          (pieces, t) =>
            function* (places) {
              const accessOf = (each: typeof access extends fc.Arbitrary<infer T> ? T : never): Operation =>
                each.kind === 'load'
                  ? load(places[each.place], 'relaxed')
                  : store(places[each.place], t + 1, 'relaxed');
              for (const each of pieces) {
                if (each.kind === 'load' || each.kind === 'store') yield accessOf(each);
                else if (!(yield* holding(each.kind, places, each.inside.map(accessOf)))) {
                  yield* each.otherwise.map(accessOf);
                }
              }
            },
        ),
      ),
    );

  it.each(MODELS)('are as robust under %s as they can observe', { timeout: 120_000 }, (model) => {
    let [leftOut, relaxed] = [0, 0];
    const agrees = (source: Program): void => {
      relaxed += counts(source, model)[1];
      const states = new LocalStates(source);
      const underSc = new Set<string>();
      exploreAll(states, { model: 'sc', onExecution: (one) => void underSc.add(observable(one.trace())) });
      exploreAll(states, {
        model,
        onExecution: (one) => {
          const trace = one.trace();
          expect(underSc.has(observable(trace))).toBe(one.sequential);
          if (one.sequential && !isSequentiallyConsistent(trace)) leftOut++;
        },
      });
    };
    fc.assert(fc.property(anyProgram, agrees), { numRuns: 100 });
    expect(Math.min(leftOut, relaxed)).toBeGreaterThan(4);
  });
});
