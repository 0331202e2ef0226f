import assert from 'node:assert';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ModelPromise } from '../../src/async/promise.js';
import '../../src/async/promise-combinators.js';
import { assert as ownAssert } from '../../src/host/browser/assert.js';
import { Context } from '../../src/world/context/context.js';
import { current } from '../../src/world/running/current.js';
import { Sites } from '../../src/world/context/sites.js';
import { World } from '../../src/world/running/world.js';

// The assertions of the browser about promises end as Node's do, with promises of the world.

beforeEach(() => {
  current.world = new World(new Context(new Sites()), { kind: 'set-up', thread: 0, name: 'test' }, current);
});

afterEach(() => {
  current.world = undefined;
});

type Name = 'rejects' | 'doesNotReject';
type Ending = 'fulfilled' | readonly [name: string, message: string];

/** Without what Node adds about the value that is no promise. */
function shown(error: unknown): Ending {
  return [(error as Error).name, (error as Error).message.replace(/ (?:but got|Received) type .*/, '')];
}

/** How the assertion of the browser ends. */
function own(name: Name, given: (promises: PromiseConstructor) => unknown, expected: readonly unknown[]): Ending {
  let ending: Ending | undefined;
  const promise = ownAssert[name](given(ModelPromise as unknown as PromiseConstructor), ...expected) as Promise<void>;
  promise.then(
    () => (ending = 'fulfilled'),
    (error: unknown) => (ending = shown(error)),
  );
  current.world!.loop.run();
  return ending!;
}

async function native(
  name: Name,
  given: (promises: PromiseConstructor) => unknown,
  expected: readonly unknown[],
): Promise<Ending> {
  current.world = undefined;
  try {
    await assert[name](given(Promise) as Promise<unknown>, ...(expected as []));
    return 'fulfilled';
  } catch (error) {
    return shown(error);
  }
}

const GIVEN: Readonly<Record<string, (promises: PromiseConstructor) => unknown>> = {
  'a rejected promise': (promises) => promises.reject(new TypeError('no')),
  'a fulfilled promise': (promises) => promises.resolve(1),
  'a function that returns one': (promises) => () => promises.reject(new RangeError('far')),
  'a function that throws': () => () => {
    throw new Error('at once');
  },
  'a function that returns no promise': () => () => 1,
  'no promise': () => 1,
};
const EXPECTED: readonly (readonly unknown[])[] = [
  [],
  [TypeError],
  [/no/],
  [{ message: 'far' }],
  ['mine'],
  [TypeError, 'mine'],
];

test.each(Object.keys(GIVEN))('rejects and doesNotReject: %s', async (kind) => {
  for (const name of ['rejects', 'doesNotReject'] as const) {
    for (const expected of EXPECTED) {
      const found = own(name, GIVEN[kind]!, expected);
      const { world } = current;
      const wanted = await native(name, GIVEN[kind]!, expected);
      current.world = world;
      const isPlain = expected.length === 0 || typeof expected[0] === 'string';
      // Messages about an expected error may be others, as those of `throws` are.
      expect([name, expected, isPlain ? found : found === 'fulfilled']).toEqual([
        ...[name, expected],
        isPlain ? wanted : wanted === 'fulfilled',
      ]);
    }
  }
});
