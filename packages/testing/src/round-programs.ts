import type { Operation, Program, ThreadRun } from '@fencepost/core';
import {
  CheckFailed,
  compareExchange,
  cut,
  exchange,
  fence,
  join,
  load,
  rmw,
  staticHandle,
  store,
  stuck,
} from '@fencepost/core';
import * as fc from 'fast-check';

/** An operation of a loop. The loop is left when it reads `leave`. */
export type RoundOperation =
  | { readonly kind: 'load'; readonly x: number; readonly leave: number }
  | { readonly kind: 'exchange' | 'or'; readonly x: number; readonly v: number; readonly leave: number }
  | { readonly kind: 'swap'; readonly x: number; readonly old: number; readonly v: number; readonly leave: number }
  | { readonly kind: 'fence' };

export type Piece =
  | { readonly kind: 'store' | 'check' | 'assume'; readonly x: number; readonly v: number }
  | { readonly kind: 'loop'; readonly round: readonly RoundOperation[] }
  /** The thread that is this far ahead, round the ring. */
  | { readonly kind: 'join'; readonly ahead: number };

export type Threads = readonly (readonly Piece[])[];

export const PLACES = 2;

const place = fc.integer({ min: 0, max: PLACES - 1 });
const value = fc.integer({ min: 0, max: 2 });
/** 3 is never read: then the operation does not end the loop. */
const leave = fc.constantFrom(0, 1, 2, 3, 3, 3);
const roundOperation: fc.Arbitrary<RoundOperation> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('load' as const), x: place, leave }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constantFrom('exchange', 'or'), x: place, v: value, leave }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('swap' as const), x: place, old: value, v: value, leave }) },
  fc.record({ kind: fc.constant('fence' as const) }),
);
const stores = fc.record({ kind: fc.constant('store' as const), x: place, v: value });
const checks = fc.record({ kind: fc.constantFrom('check', 'check', 'assume'), x: place, v: value });
const joins = fc.record({ kind: fc.constant('join' as const), ahead: fc.integer({ min: 1, max: 2 }) });
const anyPiece: fc.Arbitrary<Piece> = fc.oneof(
  { weight: 4, arbitrary: stores },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('loop' as const),
      // The head of a loop that does nothing visible is no place to wait.
      round: fc.array(roundOperation, { minLength: 1, maxLength: 3 }).filter(([first]) => first!.kind !== 'fence'),
    }),
  },
  checks,
  joins,
);

function threadsOf(piece: fc.Arbitrary<Piece>, threads: number, pieces: number): fc.Arbitrary<Threads> {
  const thread = fc.array(piece, { minLength: 1, maxLength: pieces });
  return fc.array(thread, { minLength: threads, maxLength: threads });
}

export function randomRounds(threads: number, pieces: number): fc.Arbitrary<Threads> {
  return threadsOf(anyPiece, threads, pieces);
}

/** Threads that mostly fail and wait for each other. */
export function randomFailures(threads: number, pieces: number): fc.Arbitrary<Threads> {
  return threadsOf(fc.oneof(stores, { weight: 2, arbitrary: checks }, joins), threads, pieces);
}

/** Returns the value that an operation of a loop (not a fence) writes if it reads `old`; undefined: nothing. */
export function written(operation: RoundOperation, old: number): number | undefined {
  switch (operation.kind) {
    case 'exchange':
      return operation.v;
    case 'or':
      return old | operation.v;
    case 'swap':
      return old === operation.old ? operation.v : undefined;
    default:
      return undefined;
  }
}

export function joinedBy(thread: number, ahead: number, threads: number): number {
  return (thread + 1 + ((ahead - 1) % Math.max(1, threads - 1))) % threads;
}

export const failureOf = (thread: number, { x, v }: { readonly x: number; readonly v: number }): string =>
  `t${thread} finds ${v} in x${x}`;

/** Rounds of a loop that change something and are followed. */
const MOST_ROUNDS = 3;

/** The program as a front end hands it over; `limited` returns whether a loop was not followed to its end. */
export function roundProgram(threads: Threads): { readonly program: Program; readonly limited: () => boolean } {
  let limited = false;

  function* goRound(round: readonly RoundOperation[]): Generator<Operation, number, number> {
    for (let rounds = 0; rounds < MOST_ROUNDS; rounds++) {
      let changed = false;
      for (const [i, each] of round.entries()) {
        const old = yield operationOf(each, i === 0);
        if (each.kind === 'fence') continue;
        if (old === each.leave) return i;
        changed ||= (written(each, old) ?? old) !== old;
      }
      if (!changed) yield stuck(round.length);
    }
    limited = true;
    yield cut();
    return -1;
  }

  function* run(thread: number): Generator<Operation, readonly number[], number> {
    const left: number[] = [];
    for (const each of threads[thread]!) {
      if (each.kind === 'store') yield store(each.x, each.v);
      else if (each.kind === 'loop') left.push(yield* goRound(each.round));
      else if (each.kind === 'join') yield join(staticHandle(joinedBy(thread, each.ahead, threads.length)));
      else if ((yield load(each.x)) === each.v) {
        if (each.kind === 'check') throw new CheckFailed(failureOf(thread, each));
        yield cut();
      }
    }
    return left;
  }

  const program: Program = {
    name: 'rounds',
    threads: threads.map((_, i) => ({ name: `t${i}`, body: (): ThreadRun => run(i) })),
    initialValue: () => 0,
    nameOf: (address) => `x${address}`,
  };
  return { program, limited: () => limited };
}

function operationOf(operation: RoundOperation, isFirst: boolean): Operation {
  const until = isFirst ? 'progress' : '';
  switch (operation.kind) {
    case 'load':
      return { ...load(operation.x), until };
    case 'exchange':
      return { ...exchange(operation.x, operation.v), until };
    case 'or':
      return { ...rmw('or', operation.x, operation.v), until };
    case 'swap':
      return { ...compareExchange(operation.x, operation.old, operation.v), until };
    case 'fence':
      return fence();
  }
}
