import { describe, expect, test } from 'vitest';
import { explore, programsIn } from '../check/explored.js';
import { outcomes } from './outcomes.js';

test('broadcast channels of two threads have the same numbers when these run again after the end', async () => {
  const thread = (name: string): string => `t.thread('${name}', () => {
    const channel = new BroadcastChannel('k');
    channel.postMessage(1);
    channel.close();
    return 'done';
  });`;
  expect(await outcomes(thread('b') + thread('a'))).toEqual(['done']);
});

test('a port that closes in its listener still delivers queued messages', async () => {
  const within = `t.thread('a', async () => {
    const { port1, port2 } = new MessageChannel();
    const log = [];
    port2.on('message', (message) => {
      log.push(message);
      Promise.resolve().then(() => log.push('then'));
      port2.close();
    });
    port2.on('close', () => log.push('close'));
    const closed = new Promise((resolve) => port1.on('close', resolve));
    for (const message of [1, 2, 3]) port1.postMessage(message);
    await closed;
    return log.join();
  });`;
  expect(await outcomes(within)).toEqual(['1,then,2,then,3,then,close']);
  const between = `const { port1, port2 } = new MessageChannel();
    t.thread('b', () => {
      port1.postMessage(1);
      port1.postMessage(2);
    });
    t.thread('a', async () => {
      let count = 0;
      port2.on('message', () => {
        count++;
        port2.close();
      });
      await new Promise((resolve) => port2.on('close', resolve));
      return count;
    });`;
  expect(await outcomes(between)).toEqual(['1', '2']);
});

test('a port that closes elsewhere delivers nothing more', async () => {
  const setUp = `t.thread('a', async () => {
    const { port1, port2 } = new MessageChannel();
    let count = 0;
    port2.on('message', () => count++);
    port1.postMessage(1);
    port2.close();
    await new Promise((resolve) => port1.on('close', resolve));
    return count;
  });`;
  expect(await outcomes(setUp)).toEqual(['0']);
});

test('parentPort that closes in its listener still delivers queued messages', async () => {
  const setUp = `const view = new Int32Array(new SharedArrayBuffer(4));
    t.thread('a', async () => {
      const worker = new Worker(file, { workerData: view });
      worker.postMessage(1);
      worker.postMessage(2);
      await once(worker, 'exit');
      return view[0];
    });`;
  const worker = `import { parentPort, workerData } from 'node:worker_threads';
    parentPort.on('message', () => {
      Atomics.add(workerData, 0, 1);
      parentPort.close();
    });`;
  expect(await outcomes(setUp, { 'worker.mts': worker })).toEqual(['1', '2']);
});

test('a port without listeners keeps its messages', async () => {
  const twice = `await once(port2, 'message');
    await new Promise((resolve) => setImmediate(resolve));
    await once(port2, 'message');
    port2.close();
    return 'both';`;
  const within = `t.thread('a', async () => {
    const { port1, port2 } = new MessageChannel();
    port1.postMessage(1);
    port1.postMessage(2);
    ${twice}
  });`;
  expect(await outcomes(within)).toEqual(['both']);
  const between = `const { port1, port2 } = new MessageChannel();
    t.thread('b', () => {
      port1.postMessage(1);
      port1.postMessage(2);
    });
    t.thread('a', async () => {
      ${twice}
    });`;
  expect(await outcomes(between)).toEqual(['both']);
  const worker = `import { parentPort } from 'node:worker_threads';
    import { once } from 'node:events';
    const [first] = await once(parentPort, 'message');
    await new Promise((resolve) => setImmediate(resolve));
    const [second] = await once(parentPort, 'message');
    parentPort.postMessage([first, second].join());`;
  const parent = `t.thread('a', async () => {
    const worker = new Worker(file);
    worker.postMessage(1);
    worker.postMessage(2);
    const [message] = await once(worker, 'message');
    return message;
  });`;
  expect(await outcomes(parent, { 'worker.mts': worker })).toEqual(['1,2']);
});

test.each([
  [`port2.on('message', listener); port2.off('message', listener);`],
  [`port2.onmessage = listener; port2.onmessage = null;`],
  [`port2.addEventListener('message', listener); port2.removeEventListener('message', listener);`],
])('a port that has lost its listener is read directly: %s', async (text) => {
  const setUp = `t.thread('a', async () => {
    const { port1, port2 } = new MessageChannel();
    const listener = () => {};
    ${text}
    port1.postMessage(7);
    await new Promise((resolve) => setTimeout(resolve, 20));
    return receiveMessageOnPort(port2)?.message;
  });`;
  expect(await outcomes(setUp)).toEqual(['7']);
});

test('a listener that is added twice to a port is called once', async () => {
  const setUp = `t.thread('a', async () => {
    const { port1, port2 } = new MessageChannel();
    let count = 0;
    const listener = () => { count++; };
    port2.on('message', listener);
    port2.on('message', listener);
    port2.once('message', listener);
    const isPosted = port1.postMessage(1);
    await new Promise((resolve) => port2.on('message', () => setImmediate(resolve)));
    port2.close();
    return [count, isPosted, port2.postMessage(2)].join();
  });`;
  expect(await outcomes(setUp)).toEqual(['1,true,']);
});

const LISTENS: Readonly<Record<string, string>> = {
  'a port': `const { port1, port2 } = new MessageChannel();
    port2.on('message', listener);
    port2.on('message', () => { log.push('next'); port2.close(); });
    port1.postMessage(1);`,
  'a port, as onmessage': `const { port1, port2 } = new MessageChannel();
    port2.onmessage = listener;
    port2.on('message', () => { log.push('next'); port2.close(); });
    port1.postMessage(1);`,
  'a broadcast channel': `const [sender, channel] = [new BroadcastChannel('k'), new BroadcastChannel('k')];
    channel.onmessage = listener;
    channel.addEventListener('message', () => { log.push('next'); sender.close(); channel.close(); });
    sender.postMessage(1);`,
  'an event target': `const target = new EventTarget();
    target.addEventListener('it', listener);
    target.addEventListener('it', () => { log.push('next'); });
    target.dispatchEvent(new Event('it'));`,
};

describe.each(Object.entries(LISTENS))('a listener of %s', (_, listen) => {
  test.each(['async ', ''])(
    'that throws (%s) does so as an uncaught exception, and the next one is called',
    async (kind) => {
      const worker = `import { BroadcastChannel, MessageChannel, parentPort } from 'node:worker_threads';
      const log = [];
      process.on('unhandledRejection', () => log.push('rejection'));
      process.on('uncaughtException', ({ message }) => log.push(message));
      const listener = ${kind}() => { throw new Error('thrown'); };
      ${listen}
      setTimeout(() => parentPort.postMessage(log.join()), 1000);`;
      const parent = `t.thread('a', async () => (await once(new Worker(file), 'message'))[0]);`;
      expect(await outcomes(parent, { 'worker.mts': worker })).toContain('next,thrown');
      expect(await outcomes(parent, { 'worker.mts': worker })).not.toContain('rejection');
    },
  );
});

test('an async listener of a port that rejects ends the thread', async () => {
  const setUp = `t.thread('a', async () => {
    process.on('unhandledRejection', () => {});
    const { port1, port2 } = new MessageChannel();
    port2.on('message', async () => {
      port2.close();
      throw new Error('thrown');
    });
    port1.postMessage(1);
  });`;
  expect((await outcomes(setUp)).join()).toContain('thrown');
});

test('a worker ends when its own worker has, with any listeners', async () => {
  const parent = `t.thread('a', async () => {
    const log = [];
    const worker = new Worker(file);
    worker.on('message', (message) => log.push(message));
    log.push(...(await once(worker, 'exit')));
    return log.join();
  });`;
  const inner = `import { parentPort } from 'node:worker_threads';
    parentPort.postMessage('inner');`;
  const heard = `import { Worker, parentPort } from 'node:worker_threads';
    const worker = new Worker(new URL('./inner.mts', import.meta.url));
    worker.on('message', (message) => parentPort.postMessage(message));`;
  expect(await outcomes(parent, { 'worker.mts': heard, 'inner.mts': inner })).toEqual(['inner,0']);
});

test('a worker ends after its own worker even if it listens to nothing', async () => {
  const setUp = `const view = new Int32Array(new SharedArrayBuffer(4));
    t.thread('a', async () => {
      await once(new Worker(file, { workerData: view }), 'exit');
      return Atomics.load(view, 0);
    });`;
  const worker = `import { Worker, workerData } from 'node:worker_threads';
    new Worker(new URL('./inner.mts', import.meta.url), { workerData });`;
  const inner = `import { workerData } from 'node:worker_threads';
    Atomics.store(workerData, 0, 1);`;
  expect(await outcomes(setUp, { 'worker.mts': worker, 'inner.mts': inner })).toEqual(['1']);
});

describe.each([
  ['before a timer', 'setTimeout(() => { Atomics.store(view, 0, 1); }, 10000);'],
  ['before an immediate', 'setImmediate(() => { Atomics.store(view, 0, 1); });'],
  ['in an await', 'await new Promise((resolve) => setTimeout(resolve, 10000)); Atomics.store(view, 0, 1);'],
  ['in Atomics.waitAsync', 'await Atomics.waitAsync(view, 1, 0, 10000).value; Atomics.store(view, 0, 1);'],
  ['in Atomics.wait', 'Atomics.wait(view, 1, 0, 10000); Atomics.store(view, 0, 1);'],
])('a worker that can go on by itself %s', (_, text) => {
  const worker = `import { workerData } from 'node:worker_threads';
    const view = workerData;
    ${text}`;

  test('may be terminated there, or later', async () => {
    const setUp = `const view = new Int32Array(new SharedArrayBuffer(8));
      t.thread('a', async () => {
        const worker = new Worker(file, { workerData: view });
        await once(worker, 'online');
        const code = await worker.terminate();
        return [Atomics.load(view, 0), code].join();
      });`;
    const all = await outcomes(setUp, { 'worker.mts': worker });
    expect(all).toContain('0,1');
    expect(all).toContain('1,0');
    // Without a code: its end was told together with its start.
    expect(all.filter((each) => !['0,1', '1,0', '1,1', '1,'].includes(each))).toEqual([]);
  });
});

test.each([
  ['{ a: 1 }', '#<Object>'],
  ['5', '5'],
  ['[1, 2]', '[object Array]'],
  ['undefined', 'undefined'],
])('the parent of a worker that rejects with %s gets an error', async (reason, text) => {
  const setUp = `t.thread('a', async () => {
    const worker = new Worker(file);
    const error = await new Promise((resolve) => worker.on('error', resolve));
    return [error instanceof Error, error.name, error.code, error.message.slice(-14 - ${text.length})].join();
  });`;
  const worker = `Promise.reject(${reason});`;
  expect(await outcomes(setUp, { 'worker.mts': worker })).toEqual([
    `true,UnhandledPromiseRejection,ERR_UNHANDLED_REJECTION,the reason "${text}".`,
  ]);
});

test('the parent of a worker that throws or rejects with an error gets that', async () => {
  const setUp = `t.thread('a', async () => {
    const worker = new Worker(file);
    return await new Promise((resolve) => worker.on('error', (error) => resolve(error?.message ?? error)));
  });`;
  expect(await outcomes(setUp, { 'worker.mts': "Promise.reject(new Error('it'));" })).toEqual(['it']);
  expect(await outcomes(setUp, { 'worker.mts': 'throw 5;' })).toEqual(['5']);
});

test('ports of one thread get their messages in the order in which they were made', async () => {
  const channels = `t.thread('a', async () => {
    const [c, d] = [new MessageChannel(), new MessageChannel()];
    const log = [];
    await new Promise((done) => {
      const got = (message) => {
        log.push(message);
        if (message === 'c1') d.port1.postMessage('d3');
        if (message === 'd1') c.port1.postMessage('c2');
        if (log.length === 5) done();
      };
      c.port2.on('message', got);
      d.port2.on('message', got);
      d.port1.postMessage('d1');
      d.port1.postMessage('d2');
      c.port1.postMessage('c1');
    });
    c.port1.close();
    d.port1.close();
    return log.join();
  });`;
  expect(await outcomes(channels)).toEqual(['c1,d1,d2,d3,c2']);
  const ends = `t.thread('a', async () => {
    const { port1, port2 } = new MessageChannel();
    const log = [];
    await new Promise((done) => {
      const got = (port) => {
        if (log.push(port) === 2) done();
      };
      port2.on('message', () => got(2));
      port1.on('message', () => got(1));
      port1.postMessage('for 2');
      port2.postMessage('for 1');
    });
    port1.close();
    return log.join();
  });`;
  expect(await outcomes(ends)).toEqual(['1,2']);
});

test('the order of messages from other threads to several ports has a note', async () => {
  const notesOf = async (listen: string): Promise<string> => {
    const [program] = await programsIn({
      'it.test.mts': `import { check } from 'fencepost';
        import { MessageChannel } from 'node:worker_threads';
        check('it', (t) => {
          const [c, d] = [new MessageChannel(), new MessageChannel()];
          t.thread('a', () => { ${listen} });
          t.thread('b', () => {
            d.port1.postMessage('d');
            c.port1.postMessage('c');
          });
        });`,
    });
    explore(program!);
    return [...(program!.notes?.() ?? [])].join();
  };
  const one = `c.port2.on('message', () => {});`;
  expect(await notesOf(one)).not.toContain('several ports');
  expect(await notesOf(`${one} d.port2.on('message', () => {});`)).toContain('several ports');
});
