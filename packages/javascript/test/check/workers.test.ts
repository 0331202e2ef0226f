import { describe, expect, test } from 'vitest';
import { explore, programsIn } from './explored.js';

const NODE_WORKER = `
  import { parentPort, workerData } from 'node:worker_threads';
  const view = new Int32Array(workerData.memory);
  parentPort.on('message', ({ value }) => {
    view[1] = value;
    view[0] = 1;
    parentPort.postMessage('done');
  });`;

const WEB_WORKER = `
  onmessage = ({ data: { memory, value } }) => {
    const view = new Int32Array(memory);
    view[1] = value;
    view[0] = 1;
    self.postMessage('done');
  };`;

function checkFile(setUp: string, imports = ''): string {
  return `import { check } from 'fencepost'; ${imports}
    import { Worker } from 'node:worker_threads';
    check('it', (t) => {\n${setUp}\n});`;
}

describe('a worker file as a thread', () => {
  const FLAVOURS = {
    node: { worker: NODE_WORKER, options: '{ workerData: { memory } }', message: '{ value: 5 }' },
    web: { worker: WEB_WORKER, options: "{ flavour: 'web' }", message: '{ memory, value: 5 }' },
  };

  test.each(Object.entries(FLAVOURS))('of the %s flavour gets messages and posts some', async (_, flavour) => {
    const { worker, options, message } = flavour;
    const [program] = await programsIn({
      'it.test.ts': checkFile(`
        const memory = new SharedArrayBuffer(8);
        const view = new Int32Array(memory);
        const handle = t.worker(new URL('./worker.mts', import.meta.url), ${options});
        handle.postMessage(${message});
        t.thread('reader', () => { while (Atomics.load(view, 0) === 0); return view[1]; });
        t.after(({ reader }) => {
          if (JSON.stringify(handle.messages) !== '["done"]') throw new Error('no message');
          if (reader !== 5) throw new Error('stale');
        });`),
      'worker.mts': worker,
    });
    const failures = (['sc', 'tso', 'pso'] as const).map((model) =>
      explore(program!, model).failures.map((f) => f.message),
    );
    expect(failures).toEqual([[], [], ['stale']]);
  });

  test('is started by a thread, and ends on request', async () => {
    const [program] = await programsIn({
      'it.test.ts': checkFile(`
        t.thread('main', async () => {
          const memory = new SharedArrayBuffer(8);
          const worker = new Worker(new URL('./worker.mts', import.meta.url), { workerData: { memory } });
          worker.postMessage({ value: 7 });
          const message = await new Promise((resolve) => worker.once('message', resolve));
          await worker.terminate();
          return [message, new Int32Array(memory)[1]];
        });
        t.after(({ main }) => { if (JSON.stringify(main) !== '["done",7]') throw new Error(JSON.stringify(main)); });`),
      'worker.mts': NODE_WORKER,
    });
    for (const model of ['sc', 'tso', 'pso'] as const) {
      const { executions, failures } = explore(program!, model);
      expect(failures).toEqual([]);
      expect(executions).toBeGreaterThan(0);
    }
  });

  test('that waits for messages for ever is no deadlock', async () => {
    const [program] = await programsIn({
      'it.test.ts': checkFile(`
        t.worker(new URL('./worker.mts', import.meta.url), { workerData: { memory: new SharedArrayBuffer(8) } });`),
      'worker.mts': NODE_WORKER,
    });
    expect(explore(program!)).toMatchObject({ executions: 1, failures: [] });
  });

  test('must be known before the program runs', async () => {
    const [program] = await programsIn({
      'it.test.ts': checkFile(`
        t.thread('main', () => { new Worker(['./wor', 'ker.mts'].join('')); });`),
      'worker.mts': NODE_WORKER,
    });
    expect(() => explore(program!)).toThrow(
      expect.objectContaining({
        message: expect.stringMatching(/is not known before the program runs/) as unknown,
        hint: expect.stringMatching(/import\.meta\.url.*path\.join\(__dirname/) as unknown,
      }) as Error,
    );
  });

  test('has a name, and can be disposed of', async () => {
    const [program] = await programsIn({
      'it.test.ts': checkFile(
        `
        t.thread('main', async () => {
          const worker = new Worker(new URL('./worker.mts', import.meta.url), { name: 'helper' });
          const told = await new Promise((resolve) => worker.once('message', resolve));
          const before = worker.threadName;
          await worker[Symbol.asyncDispose]();
          return [worker_threads.threadName, told, before, worker.threadName];
        });
        t.after(({ main }) => { if (JSON.stringify(main) !== '["","helper","helper",null]') throw new Error(JSON.stringify(main)); });`,
        'import worker_threads from "node:worker_threads";',
      ),
      'worker.mts': `import worker_threads from 'node:worker_threads';
        worker_threads.parentPort.on('message', () => 0);
        worker_threads.parentPort.postMessage(worker_threads.threadName);`,
    });
    expect(explore(program!).failures.map(({ message }) => message)).toEqual([]);
  });

  test.each(['getHeapSnapshot', 'getHeapStatistics', 'cpuUsage', 'startCpuProfile', 'startHeapProfile'])(
    'is not profiled: %s',
    async (name) => {
      const [program] = await programsIn({
        'it.test.ts': checkFile(`
          t.thread('main', () => { new Worker(new URL('./worker.mts', import.meta.url)).${name}(1); });`),
        'worker.mts': '',
      });
      expect(() => explore(program!)).toThrow(/of a worker (is|are) requested/);
    },
  );
});

describe('a worker of a browser', () => {
  const ASKS = `[typeof WorkerGlobalScope, typeof DedicatedWorkerGlobalScope,
    typeof self !== 'undefined' && typeof WorkerGlobalScope !== 'undefined' && self instanceof WorkerGlobalScope &&
      self instanceof DedicatedWorkerGlobalScope && !({} instanceof WorkerGlobalScope),
    'WorkerGlobalScope' in globalThis, 'importScripts' in globalThis]`;

  test('finds out that it is one, and others that they are not', async () => {
    const [program] = await programsIn({
      'it.test.ts': checkFile(`
        const web = t.worker(new URL('./web.mjs', import.meta.url), { flavour: 'web' });
        const node = t.worker(new URL('./node.mjs', import.meta.url));
        t.thread('main', () => ${ASKS});
        t.after(({ main }) => { throw new Error(JSON.stringify([web.messages[0], node.messages[0], main])); });`),
      'web.mjs': `postMessage(${ASKS}); close();`,
      'node.mjs': `import { parentPort } from 'node:worker_threads'; parentPort.postMessage(${ASKS});`,
    });
    const there = ['function', 'function', true, true, true];
    const notThere = ['undefined', 'undefined', false, false, false];
    const [failure] = explore(program!).failures;
    expect(JSON.parse(failure!.message)).toEqual([there, notThere, notThere]);
  });
});

test('globals that a browser worker defines are found by their names', async () => {
  const [program] = await programsIn({
    'it.test.ts': checkFile(`
      const web = t.worker(new URL('./web.mjs', import.meta.url), { flavour: 'web' });
      t.after(() => { throw new Error(JSON.stringify(web.messages[0])); });`),
    'web.mjs': `self.window = self; window.mine = 1; postMessage([typeof window, mine, self.mine]); close();`,
  });
  expect(explore(program!).failures.map(({ message }) => message)).toEqual(['["object",1,1]']);
});

test('who waits for messages is at no line', async () => {
  const [program] = await programsIn({
    'it.test.ts': checkFile(`
      t.worker(new URL('./worker.mts', import.meta.url), { workerData: { memory: new SharedArrayBuffer(8) } });
      t.thread('main', () => new Promise(() => 0));`),
    'worker.mts': NODE_WORKER,
  });
  const [failure] = explore(program!).failures;
  expect(failure!.message).toContain('worker.mts (wait for a message) at worker.mts#');
});
