import { expect, test } from 'vitest';
import { endsOf, explore, programsIn } from '../check/explored.js';

/** The texts that the thread `a` returns, over all executions. */
async function outcomes(setUp: string): Promise<readonly string[]> {
  const [program] = await programsIn({
    'it.test.mts': `import { check } from 'fencepost';
      import { MessageChannel, Worker, receiveMessageOnPort } from 'node:worker_threads';
      check('it', (t) => {
        ${setUp}
        t.after(({ a }) => { throw new Error(String(a)); });
      });`,
    'worker.mts': 'console.log(1);',
  });
  return endsOf(program!, (each) => explore(each));
}

test('messages and structuredClone give shared memory another object, whose accesses are seen', async () => {
  const setUp = `const view = new Int32Array(new SharedArrayBuffer(8));
    t.thread('a', () => {
      const copy = structuredClone(view);
      const again = structuredClone(view.buffer);
      Atomics.store(copy, 0, 1);
      const { port1, port2 } = new MessageChannel();
      port1.postMessage([view, view.buffer]);
      const [received, buffer] = receiveMessageOnPort(port2).message;
      if (received.buffer !== buffer || buffer === view.buffer || Atomics.load(received, 0) !== 1) return 'other';
      return [copy.buffer !== view.buffer, again !== view.buffer, Atomics.load(new Int32Array(again), 0), copy[1]].join();
    });
    t.thread('b', () => { Atomics.store(view, 1, 1); });`;
  expect(await outcomes(setUp)).toEqual(['true,true,1,0', 'true,true,1,1']);
});

test('the context of a task is held by listeners to the exceptions that it throws, and by no later task', async () => {
  const setUp = `t.thread('a', async () => {
      const { AsyncLocalStorage } = await import('node:async_hooks');
      const storage = new AsyncLocalStorage();
      const log = [];
      process.on('uncaughtException', () => log.push(String(storage.getStore())));
      storage.run('timer', () => setTimeout(() => { throw new Error('lost'); }, 1));
      storage.run('outer', () => setTimeout(() => storage.run('inner', () => { throw new Error('lost'); }), 2));
      await new Promise((done) => setTimeout(done, 3));
      log.push(String(storage.getStore()));
      return log.join();
    });`;
  expect(await outcomes(setUp)).toEqual(['timer,outer,undefined']);
});

test('a console of its own writes to the streams that it is given', async () => {
  const setUp = `t.thread('a', async () => {
      const { Console } = await import('node:console');
      const lines = [];
      const stream = (name) => ({ write: (text) => lines.push(name + text), once() {}, removeListener() {} });
      const own = new console.Console({ stdout: stream('o'), stderr: stream('e') });
      own.log('%d', 1);
      own.error('2');
      new Console(stream('s')).warn('3');
      let code = '';
      try { new Console(); } catch (error) { code = error.code; }
      return [...lines, code].join('').replaceAll('\\n', ';');
    });`;
  expect(await outcomes(setUp)).toEqual(['o1;e2;s3;ERR_CONSOLE_WRITABLE_STREAM']);
});

test('when Node has started is known', async () => {
  const setUp = `t.thread('a', () => {
      const { name, bootstrapComplete, loopExit } = performance.nodeTiming;
      return [name, typeof bootstrapComplete, loopExit].join();
    });`;
  expect(await outcomes(setUp)).toEqual(['node,number,-1']);
});

test.each(['stdout', 'stderr'])('the stream %s of a worker is refused, not missing', async (name) => {
  const setUp = `t.thread('a', () => { new Worker(new URL('./worker.mts', import.meta.url), { ${name}: true }).${name}.on('data', () => {}); });`;
  await expect(outcomes(setUp)).rejects.toMatchObject({ code: 'JS_UNSUPPORTED' });
});
