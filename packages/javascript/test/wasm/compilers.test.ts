import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { explore, failuresOf, programsIn } from '../check/explored.js';

const folder = join(import.meta.dirname, 'fixtures');

/** Instances in set-up code, as each worker has one. */
const setUp = (file: string): string => `
  const memory = new WebAssembly.Memory({ initial: 1, maximum: 2, shared: true });
  const module = new WebAssembly.Module(readFileSync(${JSON.stringify(join(folder, file))}));
  const { exports } = new WebAssembly.Instance(module, { env: { memory } });`;
const FS = "import { readFileSync } from 'node:fs';";

const twoThreads = (one: string, two: string, end = 'true'): string =>
  `t.thread('one', () => { ${one} }); t.thread('two', () => { ${two} });
   t.after(() => { if (!(${end})) throw new Error('wrong'); });`;

describe.each(['threads.c.wasm', 'threads.rs.wasm', 'threads.as.wasm'])('%s', (file) => {
  const failures = (threads: string, model: 'sc' | 'arm64' = 'sc') => failuresOf(setUp(file) + threads, model, FS);
  const adding = (name: string): string =>
    twoThreads(`exports.${name}();`, `exports.${name}();`, 'exports.count() === 2');

  test('a racy increment is found; an atomic and a locked one are safe', async () => {
    expect(await failures(adding('add_plain'))).toEqual(['assertion: wrong']);
    expect(await failures(adding('add_atomic'))).toEqual([]);
    for (const model of ['sc', 'arm64'] as const) expect(await failures(adding('add_locked'), model)).toEqual([]);
  });

  test('a missing notify is found', async () => {
    const waiting = (send: string, receive: string): string =>
      twoThreads(`if (exports.${receive}() !== 42) throw new Error('old');`, `exports.${send}();`);
    expect(await failures(waiting('set_flag_silently', 'wait_for_flag'))).toEqual([
      expect.stringContaining('deadlock'),
    ]);
    for (const model of ['sc', 'arm64'] as const) {
      expect(await failures(waiting('set_flag', 'wait_for_flag'), model)).toEqual([]);
      expect(await failures(waiting('set_flag_silently', 'spin_for_flag'), model)).toEqual([]);
    }
  });

  test('threads that make their instances themselves', async () => {
    const own = (name: string): string => {
      const use = `new WebAssembly.Instance(module, { env: { memory } }).exports.${name}();`;
      return twoThreads(use, use, 'exports.count() === 2');
    };
    expect(await failures(own('add_plain'))).toEqual(['assertion: wrong']);
    expect(await failures(own('add_atomic'))).toEqual([]);
  });
});

describe('the stale waiter of Emscripten', () => {
  /** The thread's worker waits asynchronously on the structure of the thread; `atExit`: what is done before it is freed. */
  const program = (atExit: string): string => `${setUp('stale.c.wasm')}
    const words = new Int32Array(memory.buffer);
    t.thread('pthread', () => {
      const self = exports.thread_init();
      Atomics.waitAsync(words, self / 4, self).value.then(() => {});
      ${atExit}
      exports.thread_free();
    });
    const use = () => { exports.join(); exports.lock(); exports.unlock(); };
    t.thread('one', use);
    t.thread('two', use);`;

  test('takes the wake-up of another', async () => {
    const failures = await failuresOf(program(''), 'sc', FS);
    expect(failures).toContainEqual(
      expect.stringContaining('deadlock: one waits on heap (memory.atomic.wait32) at stale.c:31'),
    );
  });

  test('is woken before the memory is freed: nothing is lost', async () => {
    expect(await failuresOf(program('Atomics.notify(words, self / 4);'), 'sc', FS)).toEqual([]);
  });
});

test.each([
  ['atomic', 1, []],
  ['racy', 0, ['wrong']],
])('threads that wasi.thread-spawn starts: %s', async (_what, isAtomic, expected) => {
  const check = `import { check } from 'fencepost'; import { Worker } from 'node:worker_threads'; ${FS}
    check('it', (t) => {
      const memory = new WebAssembly.Memory({ initial: 1, maximum: 2, shared: true });
      t.thread('main', () => {
        const module = new WebAssembly.Module(readFileSync(${JSON.stringify(join(folder, 'wasi.c.wasm'))}));
        let id = 0;
        const spawn = (start) => {
          new Worker(new URL('./worker.mjs', import.meta.url), { workerData: { module, memory, id: ++id, start } });
          return id;
        };
        const { exports } = new WebAssembly.Instance(module, { env: { memory }, wasi: { 'thread-spawn': spawn } });
        return exports.run(${isAtomic});
      });
      t.after(({ main }) => { if (main !== 2) throw new Error('wrong'); });
    });`;
  const worker = `import { workerData } from 'node:worker_threads';
    const { module, memory, id, start } = workerData;
    const wasi = { 'thread-spawn': () => -1 };
    new WebAssembly.Instance(module, { env: { memory }, wasi }).exports.wasi_thread_start(id, start);`;
  const [program] = await programsIn({ 'it.test.ts': check, 'worker.mjs': worker });
  const { failures, executions } = explore(program!);
  expect(failures.map(({ message }) => message)).toEqual(expected);
  expect(executions).toBeGreaterThan(1);
});
