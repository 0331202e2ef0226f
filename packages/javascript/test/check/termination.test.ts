import type { Program } from '@fencepost/core';
import { describe, expect, test } from 'vitest';
import { knowledgeOf } from '../../src/check/knowledge.js';
import { Context } from '../../src/world/context/context.js';
import { Sites } from '../../src/world/context/sites.js';
import { endsOf, explore, programsIn } from './explored.js';

const MODELS = ['sc', 'tso', 'pso'] as const;

/** A thread that starts a worker with `view` (words: what it waits for, what it has done) and does `main`. */
async function withWorker(worker: string, main: string, after = '', flavour = 'node'): Promise<Program> {
  const [importing, start, receive] =
    flavour === 'node'
      ? [
          "import { Worker } from 'node:worker_threads';",
          'new Worker(url, { workerData: memory })',
          "import { workerData } from 'node:worker_threads'; const view = new Int32Array(workerData);",
        ]
      : [
          '',
          'new Worker(url); worker.postMessage(memory)',
          'onmessage = ({ data }) => { const view = new Int32Array(data);',
        ];
  const [program] = await programsIn({
    'it.test.ts': `import { check } from 'fencepost';
      ${importing}
      check('it', (t) => {
        const memory = new SharedArrayBuffer(12);
        const view = new Int32Array(memory);
        t.thread('main', async () => {
          const url = new URL('./worker.mts', import.meta.url);
          const worker = ${start};
          ${main}
        });
        ${after}
      });`,
    'worker.mts': `${receive} ${worker} ${flavour === 'node' ? '' : '};'}`,
  });
  return program!;
}

function failuresOf(program: Program): readonly string[] {
  const failures = new Set<string>();
  for (const model of MODELS) {
    const { executions, failures: found } = explore(program, model);
    if (executions === 0) failures.add('no execution');
    for (const { kind, message } of found) failures.add(`${kind}: ${message}`);
  }
  expect(program.limits!()).toEqual([]);
  return [...failures];
}

const WAITS: Readonly<Record<string, string>> = {
  'in Atomics.wait': 'Atomics.wait(view, 0, 0);',
  'in a loop around Atomics.wait': 'while (Atomics.load(view, 0) === 0) Atomics.wait(view, 0, 0);',
  'in a loop that only reads': 'while (Atomics.load(view, 0) === 0);',
  'in a loop that says so': 'let n = 0; while (Atomics.load(view, 0) === 0) { n++; spin(); }',
  'in a loop with time-outs': 'while (Atomics.load(view, 0) === 0) Atomics.wait(view, 0, 0, 10);',
  'in an async function': 'await (async () => { await null; Atomics.wait(view, 0, 0); })();',
};
const imported = (wait: string): string => (wait.includes('spin') ? "import { spin } from 'fencepost';" : '') + wait;

describe.each(Object.entries(WAITS))('a worker that waits %s', (_, wait) => {
  test('is ended', async () => {
    const exit = `await new Promise((done) => worker.on('online', done));
      if (await worker.terminate() !== 1) throw new Error('ended by itself');`;
    expect(failuresOf(await withWorker(imported(wait), exit))).toEqual([]);
  });

  test('does nothing afterwards', async () => {
    const worker = `try { ${wait} } catch { view[1] = 1; } finally { view[1] = 2; } view[1] = 3;`;
    const after = "t.after(() => { if (view[1] !== 0) throw new Error('goes on'); });";
    expect(failuresOf(await withWorker(imported(worker), 'await worker.terminate();', after))).toEqual([]);
  });

  test('may still be woken before', async () => {
    const main = 'Atomics.store(view, 0, 1); Atomics.notify(view, 0); await worker.terminate();';
    const after = "t.after(() => { if (view[1] === 3) throw new Error('was woken'); });";
    expect(failuresOf(await withWorker(imported(`${wait} view[1] = 3;`), main, after))).toEqual([
      'assertion: was woken',
    ]);
  });

  test('is a deadlock if it is not terminated', async () => {
    const main = "worker.once('exit', () => {}); if (view[2] === 1) await worker.terminate();";
    const failures = failuresOf(await withWorker(imported(wait), main));
    expect(failures).toEqual([expect.stringMatching(/^deadlock: .*worker\.mts waits .* at .*worker\.mts:/)]);
  });
});

test('a worker of a browser that waits is ended', async () => {
  expect(failuresOf(await withWorker('Atomics.wait(view, 0, 0);', 'worker.terminate();', '', 'web'))).toEqual([]);
});

test('a worker that has ended cannot be woken', async () => {
  const main = "await worker.terminate(); if (Atomics.notify(view, 0) !== 0) throw new Error('woken');";
  expect(failuresOf(await withWorker('Atomics.wait(view, 0, 0);', main))).toEqual([]);
});

test('a worker that runs goes on to the end of its task', async () => {
  const main = 'await worker.terminate(); if (view[0] !== view[1]) throw new Error("half");';
  const worker = 'view[0] = 1; view[1] = 1; setTimeout(() => { view[2] = 1; });';
  expect(failuresOf(await withWorker(worker, main))).toEqual([]);
});

describe('as in Node, a worker that is terminated at once', () => {
  const results = async (worker: string, main: string): Promise<readonly string[]> => {
    const after = 't.after(({ main }) => { throw new Error([main, view[0]].join()); });';
    return endsOf(await withWorker(worker, main, after), (program) => explore(program));
  };
  const WORKER = 'Atomics.store(view, 0, 1);';
  const terminate = (before = ''): string =>
    `let online = 0; worker.on('online', () => online++); ${before} const code = await worker.terminate(); return [online, code].join();`;

  test('may not have started, which gives 0 and no event', async () => {
    // It ends before its start, at its start, or by itself.
    const found = await results(WORKER, terminate());
    expect(found).toEqual(['0,0,0', '1,0,1', '1,1,0']);
  });

  test('has started if that was reported: then it gives 1, or nothing if its end was reported at once', async () => {
    const online = "await new Promise((done) => worker.once('online', done));";
    expect(await results(WORKER, terminate(online))).toEqual(['1,,1', '1,0,1', '1,1,0']);
  });

  test('is ended by the end of its parent, if it has no ref', async () => {
    const found = await results(`${WORKER} Atomics.wait(view, 1, 0);`, 'worker.unref();');
    expect(found).toEqual([',0', ',1']);
  });

  test('says that not every moment was tried', async () => {
    const program = await withWorker(WORKER, 'await worker.terminate();');
    explore(program);
    expect(program.notes!()).toEqual([expect.stringMatching(/^worker\.terminate\(\) ends a worker before it starts/)]);
  });
});

test('that a worker is terminated is known when a search is resumed', () => {
  const [before, resumed] = [new Context(new Sites()), new Context(new Sites())];
  before.terminated.add(1025);
  knowledgeOf(resumed, 'sources').restore(knowledgeOf(before, 'sources').save());
  expect([...resumed.terminated]).toEqual([1025]);
});
