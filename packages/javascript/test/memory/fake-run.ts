import type { Operation } from '@fencepost/core';
import { KIND_NAMES, RMW, STORE, withRestarts } from '@fencepost/core';
import type { SharedBuffer } from '../../src/world/context/context.js';
import { Context } from '../../src/world/context/context.js';
import type { Run } from '../../src/world/running/current.js';
import { current } from '../../src/world/running/current.js';
import { Mutations } from '../../src/runtime/mutations.js';
import { Sites } from '../../src/world/context/sites.js';
import { World } from '../../src/world/running/world.js';

function nothing(): void {
  // Loops and failures are not looked at here.
}

/** A run whose guesses are always right, unless a test says what an operation gives. */
export class FakeRun implements Run {
  readonly thread: number;
  readonly mutations = new Mutations();
  readonly performed: Operation[] = [];
  readonly readsOnePlace = false;
  private readonly results: (operation: Operation, guess: number) => number;

  constructor(thread = 1, results: (operation: Operation, guess: number) => number = (_operation, guess) => guess) {
    this.thread = thread;
    this.results = results;
  }

  get operations(): number {
    return this.performed.length;
  }

  perform(operation: Operation, guess: number): number {
    this.performed.push(operation);
    return this.results(operation, guess);
  }

  readonly readings = 0;
  readonly hasLooped = false;
  toss = (): boolean => false;
  head = nothing;
  abandon = nothing;
  spin = nothing;
  caught = nothing;
  nextChild = (): number => 1;
}

/** Tests make buffers wherever they like: here one is known as soon as it is met. */
export class TolerantWorld extends World {
  override bufferOf(memory: SharedArrayBuffer): SharedBuffer {
    return this.buffers.get(memory) ?? this.register(memory);
  }
}

export function freshWorld(context = new Context(new Sites())): World {
  return new TolerantWorld(context, { kind: 'set-up', thread: 0, name: 'test' }, current);
}

/** Runs code in a world, as a thread if there is a run. */
export function inWorld<T>(world: World, run: FakeRun | undefined, code: () => T): T {
  const before = { ...current };
  Object.assign(current, { world, run });
  if (run !== undefined) world.role = { ...world.role, thread: run.thread };
  try {
    return code();
  } finally {
    Object.assign(current, before);
  }
}

export interface Outcome<T> {
  readonly result: T;
  /** In short: `load 4@0`, `store 4@4=7`, relative to the first buffer. */
  readonly operations: readonly string[];
  readonly world: World;
}

/** Sets up a world and runs a thread in it; what is learned about cells is known from the beginning. */
export function runThread<S, T>(
  setUp: () => S,
  thread: (made: S) => T,
  results?: (operation: Operation, guess: number) => number,
): Outcome<T> {
  const context = new Context(new Sites());
  return withRestarts(() => {
    const world = freshWorld(context);
    const made = inWorld(world, undefined, setUp);
    const run = new FakeRun(1, results);
    const result = inWorld(world, run, () => thread(made));
    return { result, operations: run.performed.map(show), world };
  });
}

const FIRST = 64;

export function show({ kind, address, size, value, order, fn, transition }: Operation): string {
  if (transition !== undefined) return transition.key;
  const what = kind === RMW ? fn : KIND_NAMES[kind]!;
  const place = `${size}@${address - FIRST}${kind === STORE || kind === RMW ? `=${value}` : ''}`;
  return `${what} ${place}${order === 'plain' ? '' : ` ${order}`}`;
}
