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

function checkFile(setUp: string): string {
  return `import { check } from 'fencepost';
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

  test('is started by a thread, and ends when it is told to', async () => {
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
    expect(() => explore(program!)).toThrow(/is not known before the program runs/);
  });
});
