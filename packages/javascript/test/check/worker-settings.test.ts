import { expect, test } from 'vitest';
import { endsOf, explore, programsIn } from './explored.js';

const WORKER = `
  import { getEnvironmentData, parentPort, resourceLimits, workerData } from 'node:worker_threads';
  process.env.CHANGED = 'by the worker';
  parentPort.postMessage({
    env: process.env.FOO, other: process.env.OF_PARENT, argv: process.argv.slice(2), file: process.argv[1].endsWith('w.mjs'),
    execArgv: process.execArgv, limit: resourceLimits.maxOldGenerationSizeMb, data: getEnvironmentData('k'), workerData,
  });`;

/** What a thread returns, in all executions, as JSON; with the notes on its verdict. */
async function outcomesOf(
  body: string,
  workers: Readonly<Record<string, string>>,
): Promise<{
  readonly ends: readonly string[];
  readonly failures: readonly string[];
  readonly notes: readonly string[];
}> {
  const text = `
    import { check } from 'fencepost';
    import { once } from 'node:events';
    import { BroadcastChannel, SHARE_ENV, Worker, getEnvironmentData, setEnvironmentData } from 'node:worker_threads';
    check('it', (t) => {
      t.thread('main', async () => JSON.stringify(await (async () => { ${body} })()));
      t.after(({ main }) => { throw new Error(encodeURIComponent(main)); });
    });`;
  const [program] = await programsIn({ 'it.check.mjs': text, ...workers });
  let failures: readonly string[] = [];
  const ends = endsOf(program!, (it) => {
    failures = explore(it).failures.map(({ message }) => message);
  });
  return { ends: ends.map(decodeURIComponent), failures, notes: [...(program!.notes?.() ?? [])] };
}

const start = (options: string): string =>
  `const w = new Worker(new URL('./w.mjs', import.meta.url), ${options}); const [m] = await once(w, 'message');`;

test('a worker has the environment and the arguments that it was started with', async () => {
  const options = `{ workerData: 5, env: { FOO: 'bar', N: 1 }, argv: ['x', 2], execArgv: ['--y'], resourceLimits: { maxOldGenerationSizeMb: 50 } }`;
  const { ends, notes } = await outcomesOf(
    `setEnvironmentData('k', { z: 1 }); ${start(options)} return [m, process.env.CHANGED ?? null, getEnvironmentData('k')];`,
    { 'w.mjs': WORKER },
  );
  const message = {
    env: 'bar',
    argv: ['x', '2'],
    file: true,
    execArgv: ['--y'],
    limit: 50,
    data: { z: 1 },
    workerData: 5,
  };
  expect(ends.map((end) => JSON.parse(end) as unknown)).toEqual([[message, null, { z: 1 }]]);
  expect(notes.join()).not.toMatch(/environment|env/);
});

test('without the option, a worker has a copy of the environment of its parent', async () => {
  const { ends } = await outcomesOf(
    `process.env.OF_PARENT = 'p'; ${start('{}')} return [m.other, m.argv, process.env.CHANGED ?? null];`,
    { 'w.mjs': WORKER },
  );
  expect(ends).toEqual(['["p",[],null]']);
  expect(process.env['OF_PARENT']).toBeUndefined();
  expect(process.env['CHANGED']).toBeUndefined();
});

test('that a worker shares the environment is noted', async () => {
  const { notes } = await outcomesOf(`${start('{ env: SHARE_ENV }')} return m.env;`, { 'w.mjs': WORKER });
  expect(notes).toContain('a worker that should share the environment of its parent gets a copy instead');
});

const events = `const log = []; const w = new Worker(new URL('./w.mjs', import.meta.url));
  w.on('message', (x) => log.push(x)); w.on('error', (e) => log.push([e.name, e.message, e.code ?? null, e.extra ?? null, e instanceof RangeError]));
  log.push(await new Promise((r) => w.on('exit', r))); return log;`;

test.each([
  [
    'the properties of an error come with it',
    `throw Object.assign(new RangeError('boom'), { code: 'E_X', extra: { a: 1 } });`,
    [['RangeError', 'boom', 'E_X', { a: 1 }, true], 1],
  ],
  [
    'and the name of its class',
    `class Own extends Error { name = 'Own'; } throw new Own('mine');`,
    [['Own', 'mine', null, null, false], 1],
  ],
  ['process.exit() ends a worker', `setTimeout(() => { throw new Error('never'); }, 5); process.exit(3);`, [3]],
  [
    'not even finally runs after it',
    `import { parentPort } from 'node:worker_threads'; try { process.exit(4); } catch { parentPort.postMessage('c'); } finally { parentPort.postMessage('f'); }`,
    [4],
  ],
  ['process.exitCode', `process.exitCode = 7;`, [7]],
  [
    'listeners of exit and beforeExit',
    `import { parentPort } from 'node:worker_threads'; let n = 0;
     process.on('beforeExit', (c) => { parentPort.postMessage('before ' + c); if (n++ === 0) setTimeout(() => parentPort.postMessage('more'), 1); });
     process.on('exit', (c) => parentPort.postMessage('exit ' + c));`,
    ['before 0', 'more', 'before 0', 'exit 0', 0],
  ],
  [
    'uncaughtException keeps a worker going, also if its file throws',
    `import { parentPort } from 'node:worker_threads';
     process.on('uncaughtException', (e, o) => parentPort.postMessage([e.message, o]));
     setTimeout(() => { throw new Error('timer'); }, 1); throw new Error('file');`,
    [['file', 'uncaughtException'], ['timer', 'uncaughtException'], 0],
  ],
])('%s', async (_what, worker, expected) => {
  const { ends, failures } = await outcomesOf(events, { 'w.mjs': worker });
  expect(failures.filter((message) => !message.includes('%'))).toEqual([]);
  expect(ends.map((end) => JSON.parse(end) as unknown)).toEqual([expected]);
});

test('a failed assertion is a failure, even with listeners for uncaught exceptions', async () => {
  const { failures } = await outcomesOf(
    `const { default: assert } = await import('node:assert'); process.on('uncaughtException', () => {});
     setTimeout(() => assert.equal(1, 2), 1); await new Promise((r) => setTimeout(r, 5)); return 0;`,
    {},
  );
  expect(failures).toHaveLength(1);
  expect(failures[0]).toMatch(/^Expected values to be loosely equal|1 == 2/);
});

test('a broadcast reaches a worker if it has joined, and one of another name never', async () => {
  const worker = `
    import { BroadcastChannel, parentPort } from 'node:worker_threads';
    const channel = new BroadcastChannel('c'), other = new BroadcastChannel('d');
    const end = (got) => { parentPort.postMessage(got); channel.close(); other.close(); };
    channel.onmessage = ({ data }) => end(data);
    other.onmessage = () => end('wrong');
    setTimeout(() => end('none'), 5);`;
  const { ends } = await outcomesOf(
    `const c = new BroadcastChannel('c'); const w = new Worker(new URL('./w.mjs', import.meta.url));
     const got = once(w, 'message'); c.postMessage({ a: 1 }); const [m] = await got; c.close(); return m;`,
    { 'w.mjs': worker },
  );
  expect(ends).toEqual(['"none"', '{"a":1}'].toSorted());
});
