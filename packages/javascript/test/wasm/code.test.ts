import { describe, expect, test } from 'vitest';
import { explore, failuresOf, programsIn } from '../check/explored.js';
import type { AssembledModule } from './assemble.js';
import { I32, I64, bytesText, constant, get } from './assemble.js';
import {
  MEMORY,
  IMPORTS,
  load,
  store,
  atomicLoad,
  atomicStore,
  FENCE,
  ADD,
  wait,
  notify,
  IS_ZERO,
  loopWhile,
  INCREMENT,
  setUp,
  twoThreads,
} from './programs.js';

describe('accesses of WebAssembly to shared memory are explored', () => {
  const bytes = `const bytes = ${bytesText(INCREMENT)};`;
  const own = `const bytes = ${bytesText({ ...INCREMENT, ownMemory: true })};`;

  test.each([
    `new WebAssembly.Instance(new WebAssembly.Module(bytes), ${IMPORTS})`,
    `(await WebAssembly.instantiate(bytes, ${IMPORTS})).instance`,
    `await WebAssembly.compile(bytes).then((m) => WebAssembly.instantiate(m, ${IMPORTS}))`,
    `Reflect.construct(WebAssembly.Instance, [new WebAssembly.Module(bytes), ${IMPORTS}])`,
    `new (class extends WebAssembly.Instance {})(new WebAssembly.Module(bytes), ${IMPORTS})`,
  ])('%s', async (instance) => {
    for (const [name, expected] of [
      ['racy', ['assertion: wrong']],
      ['atomic', []],
    ] as const) {
      const body = `${MEMORY} ${bytes} const run = async () => { (${instance}).exports.${name}(); };
        t.thread('one', run); t.thread('two', run);
        t.after(() => { if (new Int32Array(memory.buffer)[0] !== 2) throw new Error('wrong'); });`;
      expect(await failuresOf(body)).toEqual(expected);
    }
  });

  test('memory that a module makes belongs to the instance', async () => {
    const body = (use: string): string => `${own}
      const { exports } = new WebAssembly.Instance(new WebAssembly.Module(bytes));
      t.thread('one', () => { ${use} }); t.thread('two', () => { ${use} });
      t.after(() => { if (new Int32Array(exports.memory.buffer)[0] !== 2) throw new Error('wrong'); });`;
    expect(await failuresOf(body('exports.racy();'))).toEqual(['assertion: wrong']);
    expect(await failuresOf(body('exports.atomic();'))).toEqual([]);
    // An instance of a thread has memory of its own.
    const alone = 'new WebAssembly.Instance(new WebAssembly.Module(bytes)).exports';
    expect(
      await failuresOf(
        body(
          `const x = ${alone}; x.racy(); x.racy(); if (new Int32Array(x.memory.buffer)[0] !== 2) throw new Error('shared'); exports.atomic();`,
        ),
      ),
    ).toEqual([]);
  });

  test('also those of a package', async () => {
    const text = `import { check } from 'fencepost'; import { run } from 'library';
      check('it', (t) => { ${MEMORY} ${bytes}
        t.thread('one', () => run(bytes, memory)); t.thread('two', () => run(bytes, memory));
        t.after(() => { if (new Int32Array(memory.buffer)[0] !== 2) throw new Error('wrong'); });
      });`;
    const files = {
      'it.test.ts': text,
      'node_modules/library/package.json': '{ "name": "library", "main": "index.js" }',
      'node_modules/library/index.js': `exports.run = (bytes, m) => {
        new WebAssembly.Instance(new WebAssembly.Module(bytes), { e: { m } }).exports.racy(); };`,
    };
    const [program] = await programsIn(files);
    expect(explore(program!).failures.map(({ message }) => message)).toEqual(['wrong']);
    const [excluded] = await programsIn(files, { exclude: ['library'] });
    expect(() => explore(excluded!)).toThrow(/shared memory is given to library/);
  });

  test('but not those of a module that a package compiles natively', async () => {
    const text = `import { check } from 'fencepost'; import { module } from 'library';
      check('it', (t) => { ${MEMORY}
        t.thread('one', () => { new WebAssembly.Instance(module, ${IMPORTS}).exports.racy(); });
      });`;
    const files = {
      'it.test.ts': text,
      'node_modules/library/package.json': '{ "name": "library", "main": "index.js" }',
      'node_modules/library/index.js': `${bytes} exports.module = new WebAssembly.Module(bytes);`,
    };
    const exploring = programsIn(files, { exclude: ['library'] }).then(([program]) => explore(program!));
    await expect(exploring).rejects.toMatchObject({
      code: 'JS_UNSUPPORTED',
      message: expect.stringContaining('was compiled outside the check') as string,
    });
  });

  test('JavaScript and WebAssembly meet on one memory', async () => {
    const js = (line: string): string => setUp(INCREMENT) + twoThreads('exports.racy();', line, 'words[0] === 2');
    expect(await failuresOf(js('words[0]++;'))).toEqual(['assertion: wrong']);
    expect(await failuresOf(js('Atomics.add(words, 0, 1);'))).toEqual(['assertion: wrong']);
    const both = setUp(INCREMENT) + twoThreads('exports.atomic();', 'Atomics.add(words, 0, 1);', 'words[0] === 2');
    expect(await failuresOf(both)).toEqual([]);
  });

  test('a module and its memory are sent to workers', async () => {
    const text = (
      name: string,
    ): string => `import { check } from 'fencepost'; import { Worker } from 'node:worker_threads';
      check('it', (t) => { ${MEMORY}
        t.thread('main', () => {
          const module = new WebAssembly.Module(${bytesText(INCREMENT)});
          for (let i = 0; i < 2; i++) new Worker(new URL('./worker.mjs', import.meta.url), { workerData: { module, memory, name: '${name}' } });
        });
        t.after(() => { if (new Int32Array(memory.buffer)[0] !== 2) throw new Error('wrong'); });
      });`;
    const worker = `import { workerData } from 'node:worker_threads';
      const { module, memory, name } = workerData;
      new WebAssembly.Instance(module, { e: { m: memory } }).exports[name]();`;
    for (const [name, expected] of [
      ['racy', ['wrong']],
      ['atomic', []],
    ] as const) {
      const [program] = await programsIn({ 'it.test.ts': text(name), 'worker.mjs': worker });
      expect(explore(program!).failures.map(({ message }) => message)).toEqual(expected);
    }
  });

  test('instances show the exports of the module, and nothing else', async () => {
    const body = `${setUp({ ...INCREMENT, globals: [7] })} const all = JSON.stringify([Object.keys(exports), exports.g0.value, Object.isFrozen(exports), Object.getPrototypeOf(exports)]);
      t.thread('one', () => 0); t.after(() => { throw new Error(all); });`;
    expect(await failuresOf(body)).toEqual(['assertion: [["racy","atomic","g0"],7,true,null]']);
  });
});

describe('orders', () => {
  const messages = (first: readonly number[], second: readonly number[], flag: readonly number[]): string =>
    setUp({
      functions: [
        { name: 'send', code: [...first, ...second] },
        { name: 'receive', results: [I32], code: [...loopWhile([...flag, IS_ZERO]), ...load(4)] },
      ],
    }) + twoThreads('exports.send();', "if (exports.receive() !== 42) throw new Error('old');");
  const plain = messages(store(4, constant(42)), store(0, constant(1)), load(0));
  const atomic = messages(store(4, constant(42)), atomicStore(0, constant(1)), atomicLoad(0));
  const fenced = messages([...store(4, constant(42)), ...FENCE], store(0, constant(1)), [...load(0), ...FENCE]);

  test('plain accesses are reordered, atomic ones and fences are not', async () => {
    expect(await failuresOf(plain, 'sc')).toEqual([]);
    expect(await failuresOf(plain, 'arm64')).toEqual(['crash: Error: old']);
    expect(await failuresOf(atomic, 'arm64')).toEqual([]);
    expect(await failuresOf(fenced, 'arm64')).toEqual([]);
  });

  test('atomic stores are fences on x64, plain ones are not', async () => {
    const buffering = (put: typeof store): string =>
      setUp({
        functions: [0, 4].map((at) => ({
          name: `at${at}`,
          results: [I32],
          code: [...put(at, constant(1)), ...load(4 - at)],
        })),
      }) +
      `t.thread('one', () => exports.at0()); t.thread('two', () => exports.at4());
        t.after(({ one, two }) => { if (one + two === 0) throw new Error('both'); });`;
    expect(await failuresOf(buffering(store), 'sc')).toEqual([]);
    expect(await failuresOf(buffering(store), 'tso')).toEqual(['assertion: both']);
    expect(await failuresOf(buffering(atomicStore), 'tso')).toEqual([]);
  });
});

describe('waiting', () => {
  const mailbox = (isNotified: boolean): AssembledModule => ({
    functions: [
      { name: 'wait', code: wait(0, 0) },
      { name: 'wake', code: [...atomicStore(0, constant(1)), ...(isNotified ? notify(0) : [])] },
    ],
  });

  test('a missing notify is a deadlock', async () => {
    const threads = twoThreads('exports.wait();', 'exports.wake();');
    expect(await failuresOf(setUp(mailbox(false)) + threads)).toEqual([expect.stringContaining('deadlock')]);
    expect(await failuresOf(setUp(mailbox(true)) + threads)).toEqual([]);
  });

  test('JavaScript wakes WebAssembly, and WebAssembly JavaScript', async () => {
    const module = mailbox(true);
    const wakes = (isNotified: boolean): string =>
      `Atomics.store(words, 0, 1); ${isNotified ? 'Atomics.notify(words, 0);' : ''}`;
    expect(await failuresOf(setUp(module) + twoThreads('exports.wait();', wakes(true)))).toEqual([]);
    expect(await failuresOf(setUp(module) + twoThreads('exports.wait();', wakes(false)))).toHaveLength(1);
    const waits = 'Atomics.wait(words, 0, 0);';
    expect(await failuresOf(setUp(module) + twoThreads(waits, 'exports.wake();'))).toEqual([]);
    expect(await failuresOf(setUp(mailbox(false)) + twoThreads(waits, 'exports.wake();'))).toHaveLength(1);
  });

  test('64 bits, time-outs, and results', async () => {
    const module: AssembledModule = {
      functions: [
        {
          name: 'wait', parameters: [I64, I64], results: [I32],
          code: [...constant(8), ...get(0), ...get(1), 0xfe, 2, 3, 0],
        },
        { name: 'wake', results: [I32], code: [...constant(8), ...constant(1), 0xfe, 0, 2, 0] },
      ],
    }; // prettier-ignore
    const body = `${setUp(module)} t.thread('one', () => exports.wait(0n, 5n)); t.thread('two', () => exports.wake());
      t.thread('three', () => exports.wait(1n, -1n));
      t.after(({ one, two, three }) => { if (three === 1 && one === WANTED && two === WOKEN) throw new Error('seen'); });`;
    const sees = async (wanted: number, woken: number): Promise<boolean> =>
      (await failuresOf(body.replace('WANTED', String(wanted)).replace('WOKEN', String(woken)))).length > 0;
    expect(await sees(0, 1)).toBe(true);
    expect(await sees(2, 0)).toBe(true);
    expect(await sees(0, 0)).toBe(false);
    expect(await sees(2, 1)).toBe(false);
  });

  test('the main thread of a page must not wait', async () => {
    const body = `${setUp(mailbox(true))} t.thread('page', () => exports.wait(), { mainThread: true });`;
    expect(await failuresOf(body)).toEqual(['crash: RuntimeError: Atomics.wait cannot be called in this context']);
  });

  test('set-up code must not wait', async () => {
    const body = `${setUp(mailbox(true))} exports.wait(); t.thread('one', () => 0);`;
    await expect(failuresOf(body)).rejects.toMatchObject({ code: 'JS_UNSUPPORTED' });
  });
});

describe('making an instance', () => {
  const module: AssembledModule = {
    functions: [
      { code: [...store(0, [...load(4), ...constant(1), ADD]), 0x10, 0] },
      { name: 'get', results: [I32], code: load(0) },
    ],
    imported: ['f'],
    data: [{ at: 4, bytes: [41] }],
    start: 1,
  };
  const make = `new WebAssembly.Instance(new WebAssembly.Module(${bytesText(module)}), { e: { m: memory, f } })`;

  test('places its data, then runs its start function', async () => {
    const body = `${MEMORY} const calls = []; const f = () => { calls.push(new Int32Array(memory.buffer)[0]); };
      t.thread('one', () => ${make}.exports.get());
      t.after(({ one }) => { throw new Error(one + ' ' + calls.join()); });`;
    expect(await failuresOf(body)).toEqual(['assertion: 42 42']);
  });

  test('is visible', async () => {
    const body = `${MEMORY} const f = () => {}; const words = new Int32Array(memory.buffer);
      t.thread('one', () => { ${make}; }); t.thread('two', () => [words[0], words[1]].join());
      t.after(({ two }) => { if (two === 'WANTED') throw new Error('seen'); });`;
    for (const wanted of ['0,0', '0,41', '42,41']) {
      expect(await failuresOf(body.replace('WANTED', wanted))).toEqual(['assertion: seen']);
    }
    expect(await failuresOf(body.replace('WANTED', '42,0'))).toEqual([]);
  });

  test('in set-up code is not', async () => {
    const body = `${MEMORY} const f = () => {}; const { exports } = ${make};
      t.thread('one', () => exports.get()); t.after(({ one }) => { throw new Error(String(one)); });`;
    expect(await failuresOf(body)).toEqual(['assertion: 42']);
  });

  test.each([
    ['{}', 'TypeError: WebAssembly.Instance(): Import "e": module is not an object or function'],
    ['undefined', 'TypeError: WebAssembly.Instance(): Imports argument must be present and must be an object'],
    [
      '{ e: {} }',
      'LinkError: WebAssembly.Instance(): Import "e" "m": memory import must be a shared WebAssembly.Memory object',
    ],
    ['{ e: { m: memory, f: 1 } }', expect.stringContaining('function import requires a callable')],
  ])('fails as it does natively: %s', async (imports, expected) => {
    const body = `${MEMORY} t.thread('one', () => { new WebAssembly.Instance(new WebAssembly.Module(${bytesText(module)}), ${imports}); });`;
    const [failure] = await failuresOf(body);
    expect(failure!.replace('crash: ', '')).toEqual(expected);
  });
});

describe('unsupported instructions are refused', () => {
  const raw = (sections: readonly number[]): string =>
    `new WebAssembly.Instance(new WebAssembly.Module(Uint8Array.from([0, 97, 115, 109, 1, 0, 0, 0, ${sections.join()}])));`;
  const SHARED = [5, 4, 1, 3, 1, 1];
  const FUNCTION = [1, 4, 1, 0x60, 0, 0, 3, 2, 1, 0];
  const code = (...bytes: readonly number[]): readonly number[] => [
    10,
    bytes.length + 4,
    1,
    bytes.length + 2,
    0,
    ...bytes,
    0x0b,
  ];

  test.each([
    ['exceptions', [...FUNCTION, ...SHARED, 13, 3, 1, 0, 0, ...code()]],
    ['exceptions', [...FUNCTION, ...SHARED, ...code(0x06, 0x40, 0x19, 0x0b)]],
    ['an access to a vector in shared memory', [...FUNCTION, ...SHARED, ...code(0x41, 0, 0xfd, 0, 4, 0, 0x1a)]],
  ])('%s', async (what, sections) => {
    for (const body of [`t.thread('one', () => { ${raw(sections)} });`, `${raw(sections)} t.thread('one', () => 0);`]) {
      await expect(failuresOf(body)).rejects.toMatchObject({
        code: 'JS_UNSUPPORTED',
        message: `a WebAssembly module that shares memory has ${what}`,
        site: { line: 4 },
      });
    }
  });

  test('code without shared memory runs as it is', async () => {
    const module: AssembledModule = { ...INCREMENT, isShared: false, ownMemory: true };
    const body = `const make = () => new WebAssembly.Instance(new WebAssembly.Module(${bytesText(module)})).exports;
      t.thread('one', () => { const x = make(); x.racy(); x.atomic(); return new Int32Array(x.memory.buffer)[0]; });
      t.after(({ one }) => { throw new Error(String(one)); });`;
    expect(await failuresOf(body)).toEqual(['assertion: 2']);
  });

  test('growing in a thread, but not beyond the maximum', async () => {
    const module: AssembledModule = {
      functions: [{ name: 'grow', parameters: [I32], results: [I32], code: [...get(0), 0x40, 0] }],
      maximum: 3,
    };
    const body = (
      thread: string,
    ): string => `const memory = new WebAssembly.Memory({ initial: 1, maximum: 3, shared: true });
      const { exports } = new WebAssembly.Instance(new WebAssembly.Module(${bytesText(module)}), ${IMPORTS});
      const pages = exports.grow(1);
      t.thread('one', () => [pages, ${thread}]); t.after(({ one }) => { throw new Error(one.join()); });`;
    expect(await failuresOf(body('exports.grow(0), exports.grow(2)'))).toEqual(['assertion: 1,2,-1']);
    await expect(failuresOf(body('exports.grow(1)'))).rejects.toMatchObject({ code: 'JS_UNSUPPORTED' });
  });
});
