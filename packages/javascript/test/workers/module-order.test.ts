import { expect, test } from 'vitest';
import { endsOf, explore, programsIn } from '../check/explored.js';

type Files = Readonly<Record<string, string>>;

/** The messages of a worker, over all executions. */
async function messagesOf(name: string, text: string, files: Files = {}): Promise<readonly string[]> {
  const [program] = await programsIn({
    'it.test.mts': `import { check } from 'fencepost';
      check('it', (t) => {
        const worker = t.worker(new URL('./${name}', import.meta.url));
        t.after(() => { throw new Error(worker.messages.join()); });
      });`,
    [name]: text,
    ...files,
  });
  return endsOf(program!, (each) => void explore(each));
}

const ESM = `import { parentPort } from 'node:worker_threads';`;
const CJS = `const { parentPort } = require('node:worker_threads');`;
const LOG = `const log = []; globalThis.log = log; setTimeout(() => parentPort.postMessage(log.join()), 5);`;
const BOTH = `process.nextTick(() => log.push('tick')); Promise.resolve().then(() => log.push('micro'));`;

test.each([
  ['an ES module runs its microtasks before its ticks', `${ESM} ${LOG} ${BOTH}`, 'micro,tick'],
  ['so does the rest after an await', `${ESM} ${LOG} ${BOTH} await null; log.push('await');`, 'micro,await,tick'],
  [
    'an await goes on in its place among the microtasks',
    `${ESM} ${LOG} Promise.resolve().then(() => log.push('1')).then(() => log.push('2')); await null; log.push('await');`,
    '1,await,2',
  ],
  [
    'an await that a timer ends',
    `${ESM} ${LOG} await new Promise((resolve) => setTimeout(resolve, 1)); ${BOTH} await null; log.push('await');`,
    'micro,await,tick',
  ],
  [
    'an await that a tick ends',
    `${ESM} ${LOG} await new Promise((resolve) => process.nextTick(resolve)); ${BOTH} await null; log.push('await');`,
    'micro,await,tick',
  ],
])('%s', async (_, text, order) => {
  expect(await messagesOf('worker.mjs', text)).toContain(order);
});

test('the modules that it imports run in the same microtask', async () => {
  const main = `${ESM} import './first.mjs'; import './second.cjs'; const { log } = globalThis; log.push('main'); ${BOTH}
    setTimeout(() => parentPort.postMessage(log.join()), 5);`;
  const first = `const log = (globalThis.log = []); process.nextTick(() => log.push('tick1')); Promise.resolve().then(() => log.push('micro1'));`;
  const second = `process.nextTick(() => log.push('tick2')); Promise.resolve().then(() => log.push('micro2'));`;
  expect(await messagesOf('worker.mjs', main, { 'first.mjs': first, 'second.cjs': second })).toEqual([
    'main,micro1,micro2,micro,tick1,tick2,tick',
  ]);
});

test('a CommonJS module runs its ticks first', async () => {
  expect(await messagesOf('worker.cjs', `${CJS} ${LOG} ${BOTH}`)).toEqual(['tick,micro']);
});

test('an ES module that a CommonJS module imports', async () => {
  const main = `${CJS} ${LOG} ${BOTH} import('./late.mjs').then(() => log.push('imported'));`;
  const late = `const { log } = globalThis; log.push('body'); process.nextTick(() => log.push('tick2')); Promise.resolve().then(() => log.push('micro2'));`;
  expect(await messagesOf('worker.cjs', main, { 'late.mjs': late })).toContain('tick,micro,body,micro2,imported,tick2');
});

test('the file of a check is an ES module', async () => {
  const [program] = await programsIn({
    'it.test.mts': `import { check } from 'fencepost';
      const log = [];
      ${BOTH}
      check('it', (t) => {
        t.thread('a', async () => {
          await new Promise((resolve) => setTimeout(resolve, 1));
          return log.join();
        });
        t.after(({ a }) => { throw new Error(String(a)); });
      });`,
  });
  expect(endsOf(program!, (each) => void explore(each))).toEqual(['micro,tick']);
});
