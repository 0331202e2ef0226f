import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { explore, programsIn } from '../check/explored.js';
import { outcomesIn } from './outcomes.js';

const { constructor: AsyncFunction } = (async () => Promise.resolve()) as unknown as {
  readonly constructor: new (...source: string[]) => (s: fc.Scheduler, log: unknown[]) => Promise<void>;
};

/** What a program with a scheduler logs in random orders of fast-check. */
async function sampled(text: string): Promise<readonly string[]> {
  const body = new AsyncFunction('s', 'log', text);
  const found = new Set<string>();
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), async (s) => {
      const log: unknown[] = [];
      await body(s, log);
      found.add(JSON.stringify(log));
    }),
    { numRuns: 200, seed: 1 },
  );
  return [...found].toSorted();
}

async function explored(text: string): Promise<readonly string[]> {
  const body = `const log: unknown[] = []; const s = t.scheduler(); t.task('test', async () => { ${text} });
    t.after(() => { throw new Error(JSON.stringify(log)); });`;
  return (await outcomesIn(body, true)).outcomes;
}

describe("a scheduler has the results of fast-check's, in all orders:", () => {
  it.each([
    [
      2,
      'two promises',
      "for (const x of [1, 2]) s.schedule(Promise.resolve(x), 'x').then((y) => log.push(y)); await s.waitAll();",
    ],
    [
      6,
      'three functions',
      'const f = s.scheduleFunction(async (x) => x); for (const x of [1, 2, 3]) f(x).then((y) => log.push(y)); await s.waitAll(); log.push(s.count());',
    ],
    [
      2,
      'failures',
      'const f = s.scheduleFunction(async (x) => { throw x; }); for (const x of [1, 2]) f(x).catch((y) => log.push(y)); await s.waitIdle();',
    ],
    [
      3,
      'a sequence beside a promise',
      "const q = s.scheduleSequence([async () => { log.push('a'); }, { label: 'b', builder: async () => { log.push('b'); } }]); s.schedule(Promise.resolve(1)).then((y) => log.push(y)); await s.waitAll(); log.push(q.done, q.faulty);",
    ],
    [
      1,
      'a sequence that fails',
      "const q = s.scheduleSequence([async () => { log.push('a'); throw new Error('no'); }, async () => { log.push('b'); }]); await s.waitAll(); log.push(await q.task, q.done);",
    ],
    [
      2,
      'waiting for one of two',
      'for (const x of [1, 2]) s.schedule(Promise.resolve(x)).then((y) => log.push(y)); await s.waitOne(); await s.waitOne();',
    ],
    [
      2,
      'waiting for a promise',
      'const f = s.scheduleFunction(async (x) => x); const both = Promise.all([1, 2].map(async (x) => { log.push(await f(x)); })); await s.waitFor(both);',
    ],
  ] as const)('%i of %s', async (count, _, text) => {
    const found = await explored(text);
    expect(found).toEqual(await sampled(text));
    expect(found).toHaveLength(count);
  });
});

it('a test has a scheduler, too', async () => {
  const text = `import { orders } from 'fencepost/vitest';
  orders('t', async ({ scheduler }) => {
    const s = scheduler();
    let last = 0;
    const get = s.scheduleFunction(async (x) => x);
    const both = [1, 2].map(async (x) => { last = await get(x); });
    await s.waitFor(Promise.all(both));
    if (last !== 2) throw new Error('late');
  });`;
  const [program] = await programsIn({ 'it.test.ts': text });
  expect(explore(program!)).toMatchObject({ executions: 2, failures: [{ message: 'Error: late' }] });
});
