import { afterEach, beforeEach, expect, test } from 'vitest';
import { Context } from '../../src/world/context/context.js';
import { current } from '../../src/world/running/current.js';
import { Sites } from '../../src/world/context/sites.js';
import { asyncInstruments } from '../../src/async/async-functions.js';
import '../../src/async/promise-combinators.js';
import { ModelPromise } from '../../src/async/promise.js';
import { World } from '../../src/world/running/world.js';
import { snippets } from './corpus/async.js';
import { fakeInstruments } from './fake-instruments.js';
import type { Outcome, Run } from './snippets.js';
import { instrumented, outcomeOf, plain } from './snippets.js';

beforeEach(() => {
  current.world = new World(new Context(new Sites()), { kind: 'set-up', thread: 0, name: 'test' }, current);
});

afterEach(() => {
  current.world = undefined;
});

/** Runs the event loop of the world until the promise is settled. */
function settled(run: Run): Outcome {
  let value: unknown;
  const { logged, error } = outcomeOf((log) => {
    const promise = run(log) as InstanceType<typeof ModelPromise>;
    promise.then((given: unknown) => (value = given));
    current.world!.loop.run();
  });
  return error === undefined ? { value, logged } : { error, logged };
}

async function natively(run: Run): Promise<Outcome> {
  const logged: unknown[] = [];
  const log = (what: unknown): unknown => (logged.push(what), what);
  return { value: await run(log), logged };
}

test.each(snippets)('async code does the same with promises of the model: $name', async (snippet) => {
  const instruments = fakeInstruments(asyncInstruments);
  const run = instrumented(snippet, { instruments, globals: [ModelPromise] }, ['Promise']);
  expect(settled(run)).toStrictEqual(await natively(plain(snippet)));
});
