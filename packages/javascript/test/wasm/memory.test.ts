import { describe, expect, test } from 'vitest';
import { explore, failuresOf, programsIn } from '../check/explored.js';

const MEMORY = 'const memory = new WebAssembly.Memory({ initial: 1, maximum: 3, shared: true });';
const WORDS = 'new Int32Array(memory.buffer)';

/** Does the reader see in some execution what the writer stores, and in some not? */
async function isOneMemory(setUp: string, top = ''): Promise<boolean> {
  const threads = `${setUp}
    t.thread('writer', () => { Atomics.store(${WORDS}, 5, 7); });
    t.thread('reader', () => Atomics.load(${WORDS}, 5));`;
  const sees = async (value: number): Promise<boolean> => {
    const after = `t.after(({ reader }) => { if (reader === ${value}) throw new Error('seen'); });`;
    return (await failuresOf(threads + after, 'sc', top)).includes('assertion: seen');
  };
  return (await sees(7)) && (await sees(0));
}

describe('a shared WebAssembly.Memory is one memory for all threads', () => {
  test('made by set-up code, its buffer read in threads only', async () => {
    expect(await isOneMemory(MEMORY)).toBe(true);
  });

  test('made by a module', async () => {
    expect(await isOneMemory('', MEMORY)).toBe(true);
  });

  test('made through other names', async () => {
    const make = '({ initial: 1, maximum: 1, shared: true })';
    expect(await isOneMemory(`const { Memory } = WebAssembly; const memory = new Memory${make};`)).toBe(true);
    expect(await isOneMemory(`const memory = new (globalThis as any).WebAssembly.Memory${make};`)).toBe(true);
    expect(await isOneMemory(`class Heap extends WebAssembly.Memory {} const memory = new Heap${make};`)).toBe(true);
    expect(await isOneMemory(`const memory = Reflect.construct(WebAssembly.Memory, [${make}]);`)).toBe(true);
  });

  test('beside other memories and buffers', async () => {
    expect(
      await isOneMemory(`new SharedArrayBuffer(8); new WebAssembly.Memory({ initial: 1 }); ${MEMORY}
        new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true });`),
    ).toBe(true);
  });

  test('that set-up code lets grow: views from before and after are of the same memory', async () => {
    const failures = await failuresOf(`${MEMORY} const before = ${WORDS}; before[1] = 3;
      memory.grow(1);
      const after = ${WORDS}; before[2] = 4; after[20_000] = 5;
      t.thread('old', () => { Atomics.add(before, 0, 1); return [before[1], before[2]]; });
      t.thread('new', () => { Atomics.add(after, 0, 1); return [after[1], after[2], after[20_000]]; });
      t.after((results) => { throw new Error(JSON.stringify([results, ${WORDS}[0], before.length, after.length])); });`);
    expect(failures).toEqual(['assertion: [{"old":[3,4],"new":[3,4,5]},2,16384,32768]']);
  });

  test('that set-up code lets grow without looking at it again', async () => {
    expect(await isOneMemory(`${MEMORY} memory.grow(1);`)).toBe(true);
  });

  test('that grows in a thread is refused', async () => {
    await expect(failuresOf(`${MEMORY} t.thread('one', () => memory.grow(1));`)).rejects.toMatchObject({
      code: 'JS_UNSUPPORTED',
      message: 'a thread grows a shared WebAssembly.Memory',
    });
  });

  test.each(['memory', 'memory.buffer', 'structuredClone(memory)'])('%s in a message', async (sent) => {
    const text = `import { check } from 'fencepost'; import { Worker } from 'node:worker_threads';
      check('it', (t) => {
        t.thread('main', () => {
          ${MEMORY}
          new Worker(new URL('./worker.mjs', import.meta.url)).postMessage(${sent});
          return Atomics.exchange(${WORDS}, 0, 1);
        });
        t.after(({ main }) => { if (main === 5) throw new Error('seen'); });
      });`;
    const worker = `import { parentPort } from 'node:worker_threads';
      parentPort.on('message', (got) => { Atomics.store(new Int32Array(got.buffer ?? got), 0, 5); parentPort.close(); });`;
    const [program] = await programsIn({ 'it.test.ts': text, 'worker.mjs': worker });
    expect(explore(program!).failures.map(({ message }) => message)).toEqual(['seen']);
  });

  test('a clone is the same memory, and one that is not shared is none', async () => {
    expect(await isOneMemory(`${MEMORY.replace('memory', 'first')} const memory = structuredClone(first);`)).toBe(true);
    const failures = await failuresOf(`t.thread('one', () => {
      try { structuredClone(new WebAssembly.Memory({ initial: 1 })); } catch (error) { return String(error); }
    }); t.after(({ one }) => { throw new Error(String(one)); });`);
    expect(failures).toEqual(['assertion: DataCloneError: #<Memory> could not be cloned.']);
  });

  test('made by a thread, for itself', async () => {
    const failures = await failuresOf(`const make = () => { ${MEMORY} return Atomics.add(${WORDS}, 0, 1); };
      t.thread('one', make); t.thread('two', make);
      t.after(({ one, two }) => { if (one !== 0 || two !== 0) throw new Error('shared'); });`);
    expect(failures).toEqual([]);
  });

  test('that may become large costs no more', async () => {
    expect(await isOneMemory(MEMORY.replace('3', '65536'))).toBe(true);
  });
});

describe('memory that a package makes which is not instrumented', () => {
  const programWith = async (library: string, setUp: string) => {
    const text = `import { check } from 'fencepost'; import * as library from 'library';
      check('it', (t) => { ${setUp}
        t.thread('one', () => Atomics.add(new Int32Array(buffer), 0, 1));
        t.thread('two', () => Atomics.add(new Int32Array(buffer), 0, 1));
        t.after(({ one, two }) => { if (one + two !== 1) throw new Error('not shared'); });
      });`;
    const files = {
      'it.test.ts': text,
      'node_modules/library/package.json': '{ "name": "library", "main": "index.js" }',
      'node_modules/library/index.js': library,
    };
    return (await programsIn(files, { exclude: ['library'] }))[0]!;
  };

  test('for set-up code is one memory', async () => {
    for (const made of [
      'new SharedArrayBuffer(8)',
      'new WebAssembly.Memory({initial:1,maximum:1,shared:true}).buffer',
    ]) {
      const program = await programWith(`exports.make = () => ${made};`, 'const buffer = library.make();');
      expect(explore(program).failures).toEqual([]);
      expect(program.hasUnseenCode!()).toBe(true);
    }
  });

  test('when it is loaded is refused: its owner is unknown', async () => {
    const making = programWith('exports.buffer = new SharedArrayBuffer(8);', 'const { buffer } = library;');
    await expect(making.then((program) => explore(program))).rejects.toMatchObject({ code: 'JS_UNSUPPORTED' });
  });
});
