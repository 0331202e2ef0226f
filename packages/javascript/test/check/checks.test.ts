import type { FencepostError } from '@fencepost/core';
import { describe, expect, test } from 'vitest';
import { explore, failuresOf, programOf, programsIn } from './explored.js';

const WORDS = 'const view = new Int32Array(new SharedArrayBuffer(16));';

describe('after', () => {
  test('sees the results of threads, their changes to objects, and memory', async () => {
    const failures = await failuresOf(`${WORDS} const seen: number[] = [];
      t.thread('one', () => { view[0] = 5; seen.push(view[0]!); return { value: 'first' }; });
      t.thread('two', async () => { seen.push(2); return 'second'; });
      t.after((results) => { throw new Error(JSON.stringify([results, seen, [...view]])); });`);
    expect(failures).toEqual(['assertion: [{"one":{"value":"first"},"two":"second"},[5,2],[5,0,0,0]]']);
  });

  test('fails where it fails, as an assertion', async () => {
    const program = await programOf(
      `${WORDS}
      t.thread('one', () => { view[0]!++; });
      t.thread('two', () => { view[0]!++; });
      t.after(() => {
        assert.equal(view[0], 2);
      });`,
      {},
      "import assert from 'node:assert/strict';",
    );
    const { failures } = explore(program);
    expect(failures).toMatchObject([{ kind: 'assertion', site: { line: 8, column: 16 } }]);
    expect(failures[0]!.message).toMatch(/1 !== 2/);
  });

  test('is not run for executions that never end', async () => {
    const failures = await failuresOf(`${WORDS}
      t.thread('one', () => Atomics.wait(view, 0, 0));
      t.after(() => { throw new Error('not here'); });`);
    expect(failures).toEqual([expect.stringMatching(/^deadlock/)]);
  });
});

describe('a thread', () => {
  test('may have no name', async () => {
    const failures = await failuresOf(`${WORDS}
      t.thread(() => 1);
      t.thread('second', () => 2);
      t.thread(() => Atomics.wait(view, 0, 0, 0), { mainThread: true });
      t.after((results) => { throw new Error(Object.keys(results).join()); });`);
    expect(failures).toEqual([expect.stringMatching(/^crash: TypeError: Atomics.wait/)]);
    const named = await failuresOf(
      't.thread(() => 1); t.thread(() => 2); t.after((results) => { throw new Error(JSON.stringify(results)); });',
    );
    expect(named).toEqual(['assertion: {"thread 1":1,"thread 2":2}']);
  });

  test.each(["t.thread('one')", 't.thread(5, () => 1)', 't.after(5)', 't.invariant()'])(
    'has a function, and so have its checks: %s',
    async (line) => {
      await expect(failuresOf(`t.thread('first', () => 1); ${line};`)).rejects.toThrow(/t\.\w+ takes a function/);
    },
  );
});

describe('an invariant', () => {
  const invariant = (holds: string): string => `${WORDS}
      t.thread('one', () => { Atomics.store(view, 0, 1); Atomics.store(view, 0, 2); });
      t.invariant(() => ${holds});`;

  test('is looked at in every state of memory', async () => {
    expect(await failuresOf(invariant('view[0]! < 3'))).toEqual([]);
    expect(await failuresOf(invariant('view[0] !== 1'))).toEqual(['assertion: the invariant does not hold']);
    expect(await failuresOf(invariant('view[0] !== 0'))).toEqual(['assertion: the invariant does not hold']);
  });

  test('looks once, however often it asks', async () => {
    expect(await failuresOf(invariant('view[0] === view[0]'))).toEqual([]);
  });

  test('may not look at several places', async () => {
    await expect(failuresOf(invariant('view[0]! <= view[1]!'))).rejects.toMatchObject({
      code: 'JS_UNSUPPORTED',
      message: 'an invariant reads view[0] and view[1]: it may read only one location of shared memory',
      site: { line: 6 },
    });
  });

  test('may not change anything', async () => {
    await expect(failuresOf(invariant('(view[0] = 1) > 0'))).rejects.toMatchObject({
      code: 'JS_UNSUPPORTED',
      message: 'an invariant writes view[0]: it may only read',
      site: { line: 6 },
    });
  });
});

describe('failures of threads', () => {
  test('are reported with the line of the file', async () => {
    const program = await programOf(`${WORDS}
      t.thread('one', () => {
        const o: { p?: { q: number } } = {};
        view[0] = 1;
        return o.p!.q;
      });`);
    expect(explore(program).failures).toMatchObject([
      { kind: 'crash', thread: 'one', message: expect.stringMatching(/^TypeError: /) as string, site: { line: 8 } },
    ]);
  });

  test('have messages that are cut off if they are very long', async () => {
    const [thrown] = await failuresOf("t.thread('one', () => { throw new Error('x'.repeat(1e6)); });");
    expect(thrown).toMatch(/^crash: Error: x{100000}… \(1000000 characters\)$/);
    const [value] = await failuresOf("t.thread('one', () => { throw 'x'.repeat(1e6); });");
    expect(value!.length).toBeLessThan(101_000);
  });

  test('are reported if a promise is rejected, or never settled', async () => {
    expect(await failuresOf("t.thread('one', async () => { throw new Error('no'); });")).toEqual(['crash: Error: no']);
    expect(await failuresOf("t.thread('one', async () => { await new Promise(() => {}); });")).toEqual([
      expect.stringMatching(/^deadlock: one waits on a promise of one \(nothing settles it\)/),
    ]);
    expect(await failuresOf("t.thread('one', () => { Promise.reject(new Error('not handled')); });")).toEqual([
      'crash: unhandled rejection: Error: not handled',
    ]);
  });
});

describe('all of a thread can touch shared memory', () => {
  // Each of these loads view[0] once; another thread stores there. So there are two executions.
  const WAYS: Readonly<Record<string, string>> = {
    'in a getter': 'const o = { get v() { return view[0]; } }; return o.v;',
    'in a constructor': 'class C { v; constructor() { this.v = view[0]; } } return new C().v;',
    'in a field initialiser': 'class C { v = view[0]; } return new C().v;',
    'in a static block': 'class C { static v: unknown; static { C.v = view[0]; } } return C.v;',
    'in a parameter default': 'const f = (v = view[0]) => v; return f();',
    'in a parameter pattern': 'const f = ([v]: Int32Array) => v; return f(view.subarray(0, 1));',
    'in a comparator': 'return [1, 2].sort((a, b) => (view[0], a - b))[0];',
    'in a generator': 'function* g() { yield view[0]; } return [...g()][0];',
    'in a trap of a proxy': 'const p = new Proxy({}, { get: () => view[0] }); return (p as { x: unknown }).x;',
    'in toJSON': 'return JSON.stringify({ toJSON: () => view[0] });',
    'in valueOf': 'return +{ valueOf: () => view[0]! };',
    'in a template': 'return `${{ toString: () => String(view[0]) }}`;',
    'in a callback': 'return [0].map((i) => view[i])[0];',
    'in a replacer': "return 'x'.replace(/x/, () => String(view[0]));",
    'in a promise job': 'return Promise.resolve().then(() => view[0]);',
    'in an async function': 'const f = async () => { await null; return view[0]; }; return f();',
    'in a timer': 'return new Promise((resolve) => setTimeout(() => resolve(view[0]), 5));',
    'by destructuring': 'const [v] = view.subarray(0, 1); return v;',
    'by an object pattern': 'const { 0: v } = view; return v;',
    'by spreading': 'return [...view.subarray(0, 1)][0];',
    'by a DataView': 'return new DataView(view.buffer).getInt32(0, true);',
    'by apply': 'return String.fromCharCode.apply(null, view.subarray(0, 1) as unknown as number[]).charCodeAt(0);',
    'by a method of the view': 'return view.at(0);',
    'by optional chaining': 'return view?.[0];',
    'through try': 'try { return view[0]; } catch { return "swallowed"; } finally { void 0; }',
  };

  test.each(Object.entries(WAYS))('%s', async (_, body) => {
    const program = await programOf(`${WORDS}
      t.thread('writer', () => { view[0] = 1; });
      t.thread('reader', () => { ${body} });`);
    const { executions, failures, finals, states } = explore(program);
    expect(failures).toEqual([]);
    const seen: number[] = [];
    for (const final of finals) {
      const { value } = states.outcome(final.local(1)) as { value: unknown };
      seen.push(Number(value));
    }
    if (!body.includes('sort')) expect(seen.sort()).toEqual([0, 1]);
    expect(executions).toBe(2);
  });
});

test('refusals and restarts cannot be caught by the program', async () => {
  const views = `${WORDS} const bytes = new Uint8Array(view.buffer);`;
  const divided = await failuresOf(`${views} t.thread('one', () => { try { view[0] = 1; bytes[1] = 2; } catch {} });`);
  expect(divided).toEqual([]);
  const mixed = failuresOf(`${views} t.thread('one', () => {
    try { Atomics.store(view, 0, 1); Atomics.store(bytes, 1, 2); } catch {}
  });`);
  await expect(mixed).rejects.toMatchObject({ code: 'MIXED_SIZE' });
});

describe('threads are apart', () => {
  test('modules and objects are their own', async () => {
    const files = {
      'it.test.ts': `import { check } from 'fencepost';
        import { next } from './counter.js';
        check('it', (t) => {
          const view = new Int32Array(new SharedArrayBuffer(8));
          for (const i of [0, 1]) t.thread('t' + i, () => { view[i] = next(); return next(); });
          t.after((results) => { throw new Error(JSON.stringify([results, [...view]])); });
        });`,
      'counter.ts': 'let count = 0; export const next = () => ++count;',
    };
    const [program] = await programsIn(files);
    // In the world of `after` the threads run one after the other: there the module is shared.
    expect(() => explore(program!)).toThrow(
      expect.objectContaining({
        code: 'NONDETERMINISM',
        message: 't1 behaves differently after t0: it uses JavaScript objects or module variables that t0 changed',
        site: expect.objectContaining({ line: 5, column: 61 }) as unknown,
      }) as Error,
    );
  });

  test('the thread that shares state is found among several', async () => {
    const body = `${WORDS} let last = 0;
      t.thread('one', () => { view[0] = 1; });
      t.thread('two', () => { view[1] = last = 2; });
      t.thread('three', () => { view[2] = 3; view[3] = last; });
      t.after(() => undefined);`;
    await expect(failuresOf(body)).rejects.toMatchObject({
      message: expect.stringMatching(/^three behaves differently after two: /) as string,
      site: { line: 7 },
    });
  });

  test('a thread returns the same value as when it ran alone', async () => {
    const failures = await failuresOf(`${WORDS} const seen: number[] = [];
      t.thread('one', () => seen.push(1));
      t.thread('two', () => seen.push(2));
      t.after((results) => { throw new Error(JSON.stringify([results, seen])); });`);
    expect(failures).toEqual(['assertion: [{"one":1,"two":1},[1,2]]']);
  });

  test('state that outlives a run is noticed', async () => {
    const body = `${WORDS}
      t.thread('one', () => { view[1 + (EventEmitter.defaultMaxListeners++ % 2)] = 1; return view[0]; });
      t.thread('two', () => { view[0] = 1; view[0] = 2; });`;
    const top = "import { EventEmitter } from 'node:events';";
    await expect(failuresOf(body, 'pso', top)).rejects.toMatchObject({ code: 'NONDETERMINISM' });
  });

  test('set-up code that fails is an error with a place, and holds up no other check', async () => {
    const text = `import { check } from 'fencepost';
      check('one', (t) => { t.thread('a', () => 1); });
      check('two', () => {
        throw new Error('no memory');
      });
      check('three', () => {});
      check('four', (t) => { t.worker(new URL('./nowhere.ts', import.meta.url)); });
      check('five', (t) => { t.thread('a', () => 1); });`;
    const programs = await programsIn({ 'it.test.ts': text });
    const told = programs.map((program) => {
      try {
        return explore(program).executions;
      } catch (error) {
        const { message, site } = error as FencepostError;
        return `${site?.line ?? ''} ${message}`;
      }
    });
    expect(told).toEqual([
      1,
      expect.stringMatching(/^4 the set-up of 'two' fails: Error: no memory/),
      expect.stringMatching(/the check 'three' in .* has no threads/),
      expect.stringMatching(/cannot read .*nowhere\.ts/),
      1,
    ]);
  });
});

describe('a package', () => {
  const files = (body: string): Record<string, string> => ({
    'it.test.ts': `import { check } from 'fencepost'; import { Box, peek } from 'box';
      check('it', (t) => { ${body} });`,
    'node_modules/box/package.json': '{ "name": "box", "type": "module", "exports": "./box.js" }',
    'node_modules/box/box.js':
      'export class Box { constructor(memory) { this.view = new Int32Array(memory); } put(v) { this.view[0] = v; } }\n' +
      'export const peek = (view) => view[0];',
  });
  const WRITERS = `const memory = new SharedArrayBuffer(8);
    for (const i of [1, 2]) t.thread('t' + i, () => new Box(memory).put(i));`;

  test('that is excluded must not get shared memory', async () => {
    const [program] = await programsIn(files(WRITERS), { exclude: ['box'] });
    expect(() => explore(program!)).toThrow(/shared memory is given to box, which is excluded/);
    const [refused] = await programsIn(files('const box = new Box(new SharedArrayBuffer(8));'), { exclude: ['b*x'] });
    expect(() => explore(refused!)).toThrow(
      expect.objectContaining({ code: 'JS_UNSUPPORTED', hint: 'instrument it: --include box' }),
    );
  });

  test.each([[{}], [{ include: ['box'] }], [{ include: ['box'], exclude: ['*'] }]])(
    'is part of the check, with %j',
    async (options) => {
      const [program] = await programsIn(files(WRITERS), options);
      expect(explore(program!)).toMatchObject({ executions: 2, failures: [] });
    },
  );

  test('that is excluded may be used for primitive values, and in the end', async () => {
    const [program] = await programsIn(
      files(`const view = new Int32Array(new SharedArrayBuffer(8));
        t.thread('one', () => { view[0] = peek('7'); });
        t.after(() => { if (peek(view) !== 7) throw new Error('no'); });`),
      { exclude: ['box'] },
    );
    expect(explore(program!)).toMatchObject({ executions: 1, failures: [] });
    expect(program!.limits!()).toEqual([]);
  });

  test('that is excluded and gets an object is not covered by the verdict', async () => {
    const [program] = await programsIn(
      files(`const view = new Int32Array(new SharedArrayBuffer(8));
        t.thread('one', () => { view[0] = peek(new Int32Array([7])); });`),
      { exclude: ['box'] },
    );
    explore(program!);
    const what = expect.stringMatching(/^box, which is excluded from instrumentation, is given an object at/) as string;
    expect(program!.limits!()).toEqual([expect.objectContaining({ what, isUnseen: true })]);
    expect(program!.hasUnseenCode!()).toBe(true);
  });
});

test('a buffer that may grow stays so in other worlds', async () => {
  const [program] = await programsIn({
    'it.test.ts': `import { check } from 'fencepost';
      check('it', (t) => {
        const memory = new SharedArrayBuffer(8, { maxByteLength: 64 });
        t.worker(new URL('./worker.mjs', import.meta.url), { workerData: { memory } });
      });`,
    'worker.mjs': `import { workerData } from 'node:worker_threads';
      const { byteLength, growable, maxByteLength } = workerData.memory;
      if (byteLength !== 8 || !growable || maxByteLength !== 64) throw new Error(byteLength);`,
  });
  expect(explore(program!)).toMatchObject({ executions: 1, failures: [] });
});

test('a check without threads is refused', async () => {
  await expect(failuresOf('')).rejects.toMatchObject({
    code: 'USAGE',
    message: expect.stringMatching(/has no threads/) as string,
  });
});

test('two threads with one name are refused: only one of their results would arrive', async () => {
  await expect(failuresOf("t.thread('one', () => 1); t.thread('one', () => 2);")).rejects.toMatchObject({
    code: 'USAGE',
    message: expect.stringMatching(/has two threads or tasks with the name 'one'/) as string,
  });
});

test('a promise of Node is refused, and its rejection has no effect', async () => {
  const reads = failuresOf(
    "t.thread('one', async () => { await readFile('/there/is/no/such/file'); });",
    'sc',
    "import { readFile } from 'node:fs/promises';",
  );
  await expect(reads).rejects.toMatchObject({ code: 'JS_UNSUPPORTED' });
  // Time for the rejection: an unhandled one fails the whole test run.
  await new Promise((resolve) => setTimeout(resolve, 50));
});
