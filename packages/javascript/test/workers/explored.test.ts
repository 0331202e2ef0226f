import { expect, test } from 'vitest';
import { explore, programsIn } from '../check/explored.js';

/** Explores a check with this set-up code and worker file; gives how often it was run, and what failed. */
async function explored(setUp: string, worker: string): Promise<{ executions: number; failures: readonly string[] }> {
  const [program] = await programsIn({
    'it.test.ts': `import { check } from 'fencepost';
      import { once } from 'node:events';
      import { Worker, MessageChannel } from 'node:worker_threads';
      const file = new URL('./worker.mts', import.meta.url);
      check('it', (t) => {\n${setUp}\n});`,
    'worker.mts': worker,
  });
  const { executions, failures } = explore(program!);
  return { executions, failures: failures.map(({ kind, message }) => `${kind}: ${message}`) };
}

const ECHO = `import { parentPort } from 'node:worker_threads';
  parentPort.on('message', (message) => parentPort.postMessage(message));`;

test('a request and its answer', async () => {
  const { executions, failures } = await explored(
    `t.thread('main', async () => {
       const worker = new Worker(file);
       worker.postMessage({ n: 1n, when: new Date(5) });
       const [answer] = await once(worker, 'message');
       await worker.terminate();
       return answer;
     });
     t.after(({ main }) => { if (main.n !== 1n || main.when.getTime() !== 5) throw new Error('wrong'); });`,
    ECHO,
  );
  expect(failures).toEqual([]);
  expect(executions).toBeGreaterThan(0);
});

test('an answer that never comes is a deadlock', async () => {
  const { failures } = await explored(
    `t.thread('main', async () => {
       const worker = new Worker(file);
       await once(worker, 'message');
     });`,
    ECHO,
  );
  expect(failures.join()).toMatch(/deadlock/);
});

test('a thread that still listens after its work is no deadlock', async () => {
  const { failures } = await explored(
    `t.thread('main', () => {
       const worker = new Worker(file);
       worker.on('message', () => {});
       worker.postMessage(1);
     });`,
    ECHO,
  );
  expect(failures).toEqual([]);
});

test('the order of messages of two workers is any', async () => {
  const { failures } = await explored(
    `t.thread('main', async () => {
       const order = [];
       const workers = [0, 1].map((i) => {
         const worker = new Worker(file);
         worker.postMessage(i);
         return once(worker, 'message').then(([message]) => { order.push(message); return worker.terminate(); });
       });
       await Promise.all(workers);
       return order.join();
     });
     t.after(({ main }) => { if (main === '1,0') throw new Error('1 before 0'); });`,
    ECHO,
  );
  expect(failures).toEqual(['assertion: 1 before 0']);
});

test('a port that is sent to a worker of a check', async () => {
  const { failures, executions } = await explored(
    `const { port1, port2 } = new MessageChannel();
     const handle = t.worker(file);
     handle.postMessage({ port: port2 }, [port2]);
     t.thread('main', async () => {
       port1.postMessage(20);
       const [answer] = await once(port1, 'message');
       port1.close();
       return answer;
     });
     t.after(({ main }) => { if (main !== 21) throw new Error('wrong: ' + main); });`,
    `import { parentPort } from 'node:worker_threads';
     parentPort.once('message', ({ port }) => port.on('message', (n) => port.postMessage(n + 1)));`,
  );
  expect(failures).toEqual([]);
  expect(executions).toBeGreaterThan(0);
});

test('a web worker finds its handlers by all names', async () => {
  const { failures } = await explored(
    `const handles = ['a', 'b', 'c'].map((how) => {
       const handle = t.worker(file, { flavour: 'web', name: how });
       handle.postMessage(how);
       return handle;
     });
     t.after(() => {
       const all = handles.map(({ messages }) => messages.join()).join(' ');
       if (all !== 'bare,a,self,a bare,b,self,b bare,c,self,c') throw new Error(all);
     });`,
    `onmessage = ({ data }) => { postMessage('bare'); postMessage(data); };
     const bare = self.onmessage;
     globalThis.onmessage = (event) => { bare(event); self.postMessage('self'); self.postMessage(event.data); close(); };`,
  );
  expect(failures).toEqual([]);
});

test('workers that end cost nothing if no thread watches them', async () => {
  const { executions } = await explored(
    `t.thread('main', () => { for (let i = 0; i < 4; i++) new Worker(file); });`,
    `export {};`,
  );
  expect(executions).toBe(1);
});

test('a wait that a message ends', async () => {
  const { failures } = await explored(
    `const memory = new SharedArrayBuffer(4);
     const view = new Int32Array(memory);
     t.worker(file, { workerData: view });
     t.thread('main', async () => {
       const { value } = Atomics.waitAsync(view, 0, 0);
       return await value;
     });
     t.after(({ main }) => { if (main !== 'ok' && main !== 'not-equal') throw new Error(main); });`,
    `import { workerData } from 'node:worker_threads';
     Atomics.store(workerData, 0, 1);
     Atomics.notify(workerData, 0);`,
  );
  expect(failures).toEqual([]);
});
