import { LocalStates } from '@fencepost/core';
import { exploreAll, exploreBounded, exploreSource } from '@fencepost/explore';
import { describe, expect, test } from 'vitest';
import { explore, programOf } from './explored.js';

const TOP = 'const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));';

/** What comes of a check with a thread `page` that looks at `view[0]` now and then, and says in `view[1]` what it saw. */
async function results(page: string, others: string): Promise<{ failures: string[]; limits: string[] }> {
  const body = `const view = new Int32Array(new SharedArrayBuffer(12)); t.thread('page', ${page}); ${others}
    t.after(() => { if (view[1] !== view[0]) throw new Error('not seen'); });`;
  const program = await programOf(body, { unroll: 8 }, TOP);
  const failures = new Set<string>();
  for (const model of ['sc', 'tso', 'pso'] as const) {
    const { executions, failures: found } = explore(program, model);
    if (executions === 0) failures.add('no execution');
    for (const { kind, message } of found) failures.add(`${kind}: ${message}`);
  }
  return {
    failures: [...failures],
    limits: program.limits!().map(({ bound }) => bound),
  };
}

const PAGES: Readonly<Record<string, string>> = {
  'an interval':
    '() => { const id = setInterval(() => { if (Atomics.load(view, 0) === 1) { Atomics.store(view, 1, 1); clearInterval(id); } }, 20); }',
  'an interval that looks at two places':
    '() => { const id = setInterval(() => { if (Atomics.load(view, 0) + Atomics.load(view, 2) === 1) { Atomics.store(view, 1, 1); clearInterval(id); } }, 20); }',
  'timers, one after the other':
    '() => { const look = () => { if (Atomics.load(view, 0) === 1) Atomics.store(view, 1, 1); else setTimeout(look, 20); }; look(); }',
  'a loop that sleeps':
    '() => { (async () => { for (;;) { await sleep(20); if (Atomics.load(view, 0) === 1) return Atomics.store(view, 1, 1); } })(); }',
  'a loop beside messages': `() => { const { port1, port2 } = new MessageChannel(); port2.on('message', () => 0);
      (async () => { for (;;) { await sleep(20); if (Atomics.load(view, 0) === 1) return Atomics.store(view, 1, 1); } })(); }`,
};

describe.each(Object.entries(PAGES))('a thread that looks in the background by %s', (_, page) => {
  test('is no deadlock', async () => {
    const others = "t.thread('other', () => { Atomics.store(view, 2, 0); });";
    expect(await results(page, others)).toEqual({ failures: [], limits: [] });
  });

  test('sees events', async () => {
    const others = "t.thread('other', () => { Atomics.store(view, 0, 1); });";
    expect(await results(page, others)).toEqual({ failures: [], limits: [] });
  });
});

describe('is still a deadlock', () => {
  test.each([
    ['a thread that has to come to an end', 'async () => { while (Atomics.load(view, 0) === 0) await sleep(20); }'],
    ['a loop within a task', '() => { setTimeout(() => { while (Atomics.load(view, 0) === 0); }, 20); }'],
  ])('%s', async (_, page) => {
    const { failures } = await results(page, "t.thread('other', () => { Atomics.store(view, 2, 0); });");
    expect(failures).toEqual([expect.stringMatching(/^deadlock: page waits/)]);
  });
});

test('all ways to search agree', async () => {
  const body = (others: string): string => `const view = new Int32Array(new SharedArrayBuffer(8));
    t.thread('page', ${PAGES['an interval']!}); t.thread('other', () => { ${others} });
    t.after(() => { if (view[1] !== view[0]) throw new Error('not seen'); });`;
  for (const others of ['', 'Atomics.store(view, 0, 1);']) {
    const program = await programOf(body(others));
    const failures = [
      explore(program).failures,
      exploreAll(new LocalStates(program), { model: 'sc' }).failures,
      exploreSource(new LocalStates(program), { model: 'sc' }).failures,
      exploreBounded(new LocalStates(program)).failures,
    ];
    expect(failures).toEqual([[], [], [], []]);
  }
});
