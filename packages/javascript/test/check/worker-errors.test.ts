import { expect, test } from 'vitest';
import { explore, programsIn } from './explored.js';

/** What a check fails with whose thread runs `main`, where `start` starts a worker with this text. */
async function failures(worker: string, main: string, expected?: string): Promise<readonly string[]> {
  const text = `import { Worker } from 'node:worker_threads'; import { check } from 'fencepost';
    const start = () => new Worker(new URL('./worker.mjs', import.meta.url));
    check('it', (t) => {
      t.thread('main', async () => { ${main} });
      t.after(({ main }) => { if (JSON.stringify(main) !== ${JSON.stringify(expected)}) throw new Error(JSON.stringify(main)); });
    });`;
  const [program] = await programsIn({ 'it.test.mjs': text, 'worker.mjs': worker });
  return explore(program!).failures.map(({ kind, message }) => `${kind}: ${message}`);
}

const THROWS = "throw new RangeError('x');";
const HEARS =
  "return await new Promise((resolve) => start().on('error', (error) => resolve([error.name, error.message])));";

test('an error that ends a worker goes to its listeners', async () => {
  expect(await failures(THROWS, HEARS, '["RangeError","x"]')).toEqual([]);
  const waits = `const got = []; const worker = start(); worker.on('error', () => got.push('error'));
    await new Promise((resolve) => worker.on('exit', (code) => { got.push(code); resolve(); })); return got;`;
  expect(await failures(THROWS, waits, '["error",1]')).toEqual([]);
  expect(await failures('await null; throw 5;', HEARS.replace('error.name, error.message', 'error'), '[5]')).toEqual(
    [],
  );
});

test('it is a failure without listeners, or if a listener rethrows it', async () => {
  expect(await failures(THROWS, 'start();')).toEqual(['crash: RangeError: x']);
  const rejects = "return await new Promise((_, reject) => start().on('error', reject));";
  expect(await failures(THROWS, rejects)).toEqual(['crash: RangeError: x']);
});

test('a failed assertion is a failure, even with listeners', async () => {
  const asserts = "import assert from 'node:assert'; assert(false, 'no');";
  expect(await failures(asserts, "start().on('error', () => 0);")).toEqual(['assertion: no']);
});

test('a thread that waits for an error that does not come waits for ever', async () => {
  expect(await failures('export {};', HEARS)).toEqual([expect.stringMatching(/^deadlock: main waits/)]);
  expect(await failures('export {};', "start().on('error', () => 0);")).toEqual([]);
});
