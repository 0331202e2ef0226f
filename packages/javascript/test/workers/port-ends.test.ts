import { expect, test } from 'vitest';
import { outcomes } from './outcomes.js';

const SLEEP = `const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms)); const log = [];`;
const CLOSER = `import { workerData } from 'node:worker_threads';
  workerData.port.on('message', () => workerData.port.close());`;

test('a port with only a listener to its end hears that another thread has closed the other one', async () => {
  const parent = (listener: string): string => `t.thread('a', async () => {
    ${SLEEP}
    const { port1, port2 } = new MessageChannel();
    const worker = new Worker(file, { workerData: { port: port2 }, transferList: [port2] });
    ${listener}
    port1.postMessage(1);
    await once(worker, 'exit');
    await new Promise(setImmediate);
    return ['got', ...log].join();
  });`;
  const files = { 'worker.mts': CLOSER };
  expect(await outcomes(parent("port1.on('close', () => log.push('close'));"), files)).toEqual(['got,close']);
  expect(await outcomes(parent("port1.onclose = () => log.push('close');"), files)).toEqual(['got,close']);
  expect(await outcomes(parent(''), files)).toEqual(['got']);
});

test('a worker hears so, too, while a timer keeps it alive', async () => {
  const setUp = `t.thread('a', async () => {
    const { port1, port2 } = new MessageChannel();
    const worker = new Worker(file, { workerData: { port: port2 }, transferList: [port2] });
    port1.close();
    const [message] = await once(worker, 'message');
    return message;
  });`;
  const worker = `import { parentPort, workerData } from 'node:worker_threads';
    let closed = 0;
    workerData.port.on('close', () => closed++);
    setTimeout(() => parentPort.postMessage(closed), 10);`;
  expect(await outcomes(setUp, { 'worker.mts': worker })).toContain('1');
});

test.each([
  [
    'read directly',
    `log.push(receiveMessageOnPort(port2)?.message, receiveMessageOnPort(port2)?.message);`,
    'got,1,,close',
  ],
  ['heard later', `port2.on('message', (message) => log.push(message));`, 'got,1,close'],
  ['closed, too', `port2.close();`, 'got,close'],
])('a message is not lost when the other end is closed: %s', async (_, text, end) => {
  const setUp = `t.thread('a', async () => {
    ${SLEEP}
    const { port1, port2 } = new MessageChannel();
    port2.on('close', () => log.push('close'));
    port1.postMessage(1);
    port1.close();
    await sleep(20);
    ${text}
    await sleep(20);
    return ['got', ...log].join();
  });`;
  // The last timer may fire before events.
  const found = await outcomes(setUp);
  expect(found).toContain(end);
  expect(found.every((each) => end.startsWith(each))).toBe(true);
});

test('a port without ref hears messages as long as something else keeps the loop alive', async () => {
  const setUp = `t.thread('a', async () => {
    ${SLEEP}
    const { port1, port2 } = new MessageChannel();
    port1.on('message', (message) => log.push(message));
    port1.unref();
    const worker = new Worker(file, { workerData: { port: port2 }, transferList: [port2] });
    worker.on('message', (message) => log.push(message));
    worker.unref();
    await sleep(20);
    return log.length;
  });`;
  const worker = `import { parentPort, workerData } from 'node:worker_threads';
    workerData.port.postMessage(1);
    parentPort.postMessage(2);`;
  expect(await outcomes(setUp, { 'worker.mts': worker })).toEqual(['0', '1', '2']);
});

test.each([
  ['by the program', `ask();`],
  [
    'by the listener of a message',
    `const other = new MessageChannel();
    other.port2.on('message', () => { other.port2.close(); ask(); });
    other.port1.postMessage(0);`,
  ],
])('an immediate and a message to an own port that are set %s come in either order', async (_, text) => {
  const setUp = `t.thread('a', async () => {
    const log = [];
    const { port1, port2 } = new MessageChannel();
    await new Promise((resolve) => {
      const note = (what) => { if (log.push(what) === 2) resolve(); };
      port2.on('message', () => note('message'));
      const ask = () => { setImmediate(() => note('immediate')); port1.postMessage(1); };
      ${text}
    });
    port1.close();
    return log.join();
  });`;
  expect(await outcomes(setUp)).toEqual(['immediate,message', 'message,immediate']);
});

test('an event that is stopped reaches no listeners of either kind', async () => {
  const setUp = `t.thread('a', async () => {
    const { port1, port2 } = new MessageChannel();
    const log = ['got'];
    port2.addEventListener('message', (event) => {
      log.push(1, event.composedPath().length);
      event.stopImmediatePropagation();
    });
    port2.on('message', () => log.push(2));
    port2.addEventListener('message', () => log.push(3));
    port1.postMessage(0);
    await new Promise((resolve) => port2.on('close', resolve) && setTimeout(() => port1.close(), 5));
    return log.join();
  });`;
  expect(await outcomes(setUp)).toContain('got,1,1');
  expect(await outcomes(setUp)).not.toContain('got,1,1,2');
});

test('results of small functions', async () => {
  const setUp = `t.thread('a', async () => {
    const registry = new FinalizationRegistry(() => {});
    const token = {};
    registry.register({}, 1, token);
    const known = [registry.unregister(token), registry.unregister(token), registry.unregister({})];
    const immediate = setImmediate(() => {});
    const refs = [immediate.hasRef(), immediate.unref().hasRef(), immediate.ref().hasRef()];
    await new Promise(setImmediate);
    const { types } = await import('node:util');
    const generators = [types.isGeneratorObject((async function* () {})()), types.isGeneratorObject({})];
    const json = await import('./some.json', { with: { type: 'json' } });
    return [known, refs, immediate.hasRef(), generators, Object.keys(json), json.k, json.default.k].join();
  });`;
  expect(await outcomes(setUp, { 'some.json': '{ "k": 1 }' })).toEqual([
    'true,false,false,true,false,true,false,true,false,default,,1',
  ]);
});
