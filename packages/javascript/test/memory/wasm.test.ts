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
      message: 'a thread lets a shared WebAssembly.Memory grow',
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

const HEADER = '0,97,115,109,1,0,0,0';
const ADD = `${HEADER},1,7,1,96,2,127,127,1,127,3,2,1,0,7,7,1,3,97,100,100,0,0,10,9,1,7,0,32,0,32,1,106,11`;
const IMPORTS = `${HEADER},2,9,1,1,101,1,109,2,3,1,3`;
const OWN = `${HEADER},5,4,1,3,1,1`;
const EXPORTS = `${OWN},7,5,1,1,109,2,0`;

describe('code of WebAssembly', () => {
  const bytes = (list: string): string => `const bytes = Uint8Array.from([${list}]);`;

  test.each([
    ['imports', IMPORTS, 'new WebAssembly.Instance(new WebAssembly.Module(bytes), { e: { m: memory } })'],
    ['imports', IMPORTS, 'WebAssembly.instantiate(bytes, { e: { m: memory } })'],
    ['imports', IMPORTS, 'WebAssembly.compile(bytes).then((m) => WebAssembly.instantiate(m, { e: { m: memory } }))'],
    [
      'imports',
      IMPORTS,
      'Reflect.construct(WebAssembly.Instance, [new WebAssembly.Module(bytes), { e: { m: memory } }])',
    ],
    ['makes', OWN, 'new WebAssembly.Instance(new WebAssembly.Module(bytes))'],
    ['makes', EXPORTS, 'WebAssembly.instantiate(bytes)'],
  ])('that %s shared memory is refused: %#', async (how, module, instance) => {
    for (const body of [
      `t.thread('one', async () => { await ${instance}; });`,
      `${instance}; t.thread('one', () => 0);`,
    ]) {
      await expect(failuresOf(`${MEMORY} ${bytes(module)} ${body}`)).rejects.toMatchObject({
        code: 'JS_UNSUPPORTED',
        message: `a WebAssembly instance ${how} shared memory: what it does there would not be seen`,
        site: { line: 4 },
      });
    }
  });

  test('without shared memory runs as it is', async () => {
    const failures = await failuresOf(`${bytes(ADD)}
      t.thread('sync', () => new WebAssembly.Instance(new WebAssembly.Module(bytes)).exports.add(1, 2));
      t.thread('async', async () => (await WebAssembly.instantiate(bytes)).instance.exports.add(3, 4));
      t.after((results) => { throw new Error(JSON.stringify(results)); });`);
    expect(failures).toEqual(['assertion: {"sync":3,"async":7}']);
  });

  test('of a package that is not instrumented gets no shared memory either', async () => {
    const library = `exports.run = (bytes, give) => {
      const m = give(); return new WebAssembly.Instance(new WebAssembly.Module(bytes), { e: { m } });
    };`;
    const text = `import { check } from 'fencepost'; import { run } from 'library';
      check('it', (t) => { ${MEMORY} t.thread('one', () => run(Uint8Array.from([${IMPORTS}]), () => memory)); });`;
    const files = {
      'it.test.ts': text,
      'node_modules/library/package.json': '{ "name": "library", "main": "index.js" }',
      'node_modules/library/index.js': library,
    };
    const [program] = await programsIn(files);
    expect(() => explore(program!)).toThrow('a WebAssembly instance imports shared memory');
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
    return (await programsIn(files))[0]!;
  };

  test('for set-up code is one memory', async () => {
    for (const made of [
      'new SharedArrayBuffer(8)',
      'new WebAssembly.Memory({initial:1,maximum:1,shared:true}).buffer',
    ]) {
      const program = await programWith(`exports.make = () => ${made};`, 'const buffer = library.make();');
      expect(explore(program).failures).toEqual([]);
    }
  });

  test('when it is loaded is refused: nobody knows whose it is', async () => {
    const making = programWith('exports.buffer = new SharedArrayBuffer(8);', 'const { buffer } = library;');
    await expect(making.then((program) => explore(program))).rejects.toMatchObject({ code: 'JS_UNSUPPORTED' });
  });
});
