import { expect, test } from 'vitest';
import { endsOf, explore, programsIn } from '../check/explored.js';

/** What the thread `a` of the parent returns, over all executions, and the failures. */
async function outcomes(parent: string, worker: string): Promise<readonly string[]> {
  const [program] = await programsIn({
    'it.test.mts': `import { check } from 'fencepost';
      import { once } from 'node:events';
      import { Worker } from 'node:worker_threads';
      check('it', (t) => {
        t.thread('a', async () => {
          const worker = new Worker(new URL('./worker.mts', import.meta.url));
          ${parent}
        });
        t.after(({ a }) => { throw new Error(String(a)); });
      });`,
    'worker.mts': `import { parentPort } from 'node:worker_threads'; ${worker}`,
  });
  const failed: string[] = [];
  const ends = endsOf(program!, (each) => {
    failed.push(...explore(each).failures.map(({ kind, message }) => `${kind}: ${message}`));
  });
  return [...ends, ...failed];
}

/** All events of the worker; a dot: microtasks run. */
const LOG = `const log = [];
  for (const type of ['online', 'message', 'error', 'exit']) {
    worker.on(type, () => {
      log.push(type[0] + type[1]);
      Promise.resolve().then(() => log.push('.'));
    });
  }
  await new Promise((resolve) => worker.on('exit', () => setImmediate(resolve)));
  return log.join('');`;

test('the remaining events of a worker that has ended come at once', async () => {
  const ends = await outcomes(LOG, `parentPort.postMessage(1); parentPort.postMessage(2);`);
  expect(ends).toEqual(['memeonex....', 'on.me.me.ex.', 'on.me.meex..', 'on.memeex...']);
});

test('of a worker that fails, the error may come before its messages', async () => {
  const ends = await outcomes(LOG, `parentPort.postMessage(1); throw new Error('it');`);
  expect(ends).toEqual([
    'meonerex....',
    'on.er.me.ex.',
    'on.er.meex..',
    'on.me.er.ex.',
    'on.me.erex..',
    'on.meerex...',
  ]);
});

const NEVER = /deadlock|never/;

test.each([
  [
    'two messages',
    `const [x] = await once(worker, 'message'); const [y] = await once(worker, 'message'); return x + y;`,
    `parentPort.postMessage(1); parentPort.postMessage(2);`,
    '3',
  ],
  [
    'a message and the end',
    `const [x] = await once(worker, 'message'); const [y] = await once(worker, 'exit'); return x + y;`,
    `parentPort.postMessage(1);`,
    '1',
  ],
  [
    'an error and the end',
    `const e = await new Promise((resolve) => worker.once('error', resolve));
     const [code] = await once(worker, 'exit');
     return e.message + code;`,
    `throw new Error('boom');`,
    'boom1',
  ],
  [
    'the end after a pause',
    `const [x] = await once(worker, 'message');
     await new Promise((resolve) => setTimeout(resolve, 100));
     const [y] = await once(worker, 'exit');
     return x + y;`,
    `parentPort.postMessage(1);`,
    '1',
  ],
])('a thread that waits for %s one after the other may wait forever', async (_, parent, worker, end) => {
  const [first, ...others] = await outcomes(parent, worker);
  expect(first).toBe(end);
  expect(others).toHaveLength(1);
  expect(others[0]).toMatch(NEVER);
});

test('a thread that listens from the start receives everything', async () => {
  const parent = `const got = [];
    worker.on('message', (message) => got.push(message));
    const [code] = await once(worker, 'exit');
    return [...got, code].join();`;
  expect(await outcomes(parent, `parentPort.postMessage(1); parentPort.postMessage(2);`)).toEqual(['1,2,0']);
});

test.each([
  ['process.exit(3);', '3,3,3'],
  ['process.exitCode = 4; process.exit();', '4,4,4'],
  ["process.on('exit', () => { process.exitCode = 5; }); process.exit(3);", '3,3,5'],
])('listeners to the end find the exit code, and may change it: %s', async (text, end) => {
  const parent = `const got = [];
    worker.on('message', (message) => got.push(message));
    const [code] = await once(worker, 'exit');
    return [...got, code].join();`;
  const worker = `process.on('exit', (code) => parentPort.postMessage([code, process.exitCode].join())); ${text}`;
  expect(await outcomes(parent, worker)).toEqual([end]);
});
