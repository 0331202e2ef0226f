import { describe, expect, test } from 'vitest';
import { explore, failuresOf, programsIn } from './explored.js';

// Checks and set-up code that have not come to their end when they return.

const WORDS =
  'const view = new Int32Array(new SharedArrayBuffer(8)); const sleep = (ms) => new Promise((r) => setTimeout(r, ms));';
const THREAD = "t.thread('one', () => { view[0] = 1; });";

describe('a check of the end', () => {
  const failures = (after: string) => failuresOf(`${WORDS} ${THREAD} t.after(${after});`);

  test.each([
    "async () => { throw new Error('late'); }",
    "async () => { await sleep(5); throw new Error('late'); }",
    "() => Promise.reject(new Error('late'))",
    "() => ({ then: (_, reject) => reject(new Error('late')) })",
    "() => { void (async () => { await 1; throw new Error('late'); })(); }",
    "() => { setTimeout(() => { throw new Error('late'); }, 5); }",
    "() => { queueMicrotask(() => { throw new Error('late'); }); }",
    "async () => { for await (const x of (async function* () { yield view[0]; })()) throw new Error(x === 1 ? 'late' : 'other'); }",
  ])('fails when it fails: %s', async (after) => {
    expect(await failures(after)).toEqual(['assertion: late']);
  });

  test.each(["'late'", 'undefined', 'null', '5', '{}'])('fails with any thrown value: %s', async (thrown) => {
    expect(await failures(`() => { throw ${thrown}; }`)).toHaveLength(1);
    expect(await failures(`async () => { throw ${thrown}; }`)).toHaveLength(1);
  });

  test('is waited for', async () => {
    expect(
      await failures('async () => { await sleep(5); if (view[0] !== 1) throw new Error(String(view[0])); }'),
    ).toEqual([]);
  });

  test.each([
    ['() => new Promise(() => {})', 'a check of the end waits for a promise that never settles'],
    ['function* () { throw new Error(); }', 'a check of the end returns a generator, which has not run'],
    ['async function* () { throw new Error(); }', 'a check of the end returns a generator, which has not run'],
    ['() => { setInterval(() => {}, 1); }', 'a check of the end starts timers that never end'],
  ])('is refused if it never ends: %s', async (after, message) => {
    await expect(failures(after)).rejects.toMatchObject({ code: 'JS_UNSUPPORTED', message });
  });
});

describe('an invariant', () => {
  const failures = (invariant: string) => failuresOf(`${WORDS} ${THREAD} t.invariant(${invariant});`);

  test.each([
    'async () => view[0] !== 1',
    'async () => { await 0; return view[0] !== 1; }',
    'async () => { if (view[0] === 1) throw new Error(); }',
  ])('fails when it fails: %s', async (invariant) => {
    expect(await failures(invariant)).toHaveLength(1);
  });

  test('is waited for', async () => {
    expect(await failures('async () => { await 0; return view[0] < 2; }')).toEqual([]);
  });

  test('is no generator', async () => {
    await expect(failures('function* () { yield false; }')).rejects.toMatchObject({ code: 'JS_UNSUPPORTED' });
  });
});

describe('set-up code', () => {
  test.each([
    [
      `async (t) => { t.thread('one', () => 0); await new Promise(() => {}); }`,
      'set-up code waits for a promise that never settles',
    ],
    [`function* (t) { t.thread('one', () => 0); }`, 'set-up code returns a generator, which has not run'],
    [
      `(t) => { t.thread('one', () => 0); setTimeout(() => t.after(() => { throw new Error(); })); }`,
      't.after is called after set-up has ended',
    ],
  ])('must come to its end: %s', async (setUp, message) => {
    const text = `import { check } from 'fencepost'; check("it", (${setUp}) as any);`;
    const exploring = programsIn({ 'it.test.ts': text }).then(([found]) => explore(found!));
    await expect(exploring).rejects.toMatchObject({ code: 'JS_UNSUPPORTED', message });
  });
});

test('events.once takes any object with on and once', async () => {
  const wrapper = '{ on: (n, f) => e.on(n, f), once: (n, f) => e.once(n, f) }';
  const top = "import { EventEmitter, once } from 'node:events';";
  const waiting = (target: string, emit: string): string =>
    `t.thread('one', async () => { const e = new EventEmitter(); setTimeout(() => ${emit}); return await once(${target}, 'exit'); });
     t.after(({ one }) => { if (String(one) !== '1') throw new Error(String(one)); });`;
  expect(await failuresOf(waiting(wrapper, "e.emit('exit', 1)"), 'sc', top)).toEqual([]);
  expect(await failuresOf(waiting('e', "e.emit('exit', 1)"), 'sc', top)).toEqual([]);
  const failed = await failuresOf(waiting(wrapper, "e.emit('error', new Error('no'))"), 'sc', top);
  expect(failed).toEqual(['crash: Error: no']);
  expect(await failuresOf(waiting('{}', '0'), 'sc', top)).toEqual([expect.stringContaining('"emitter" argument')]);
});

test.each([
  ["eval('view[0]')", 'eval'],
  ["(0, eval)('{ 1 }')", 'eval'],
  ["(globalThis as any).eval('var a = 1')", 'eval'],
  ["new Function('return $f' + 'p_1')", 'Function'],
  ["Function('return $f' + 'p_1')", 'Function'],
  ["(() => 0).constructor('return $f' + 'p_1')", 'Function'],
])('a note reports code made from a string: %s', async (code, what) => {
  const [program] = await programsIn({
    'it.test.ts': `import { check } from 'fencepost';\ncheck('it', (t) => { ${WORDS} t.thread('one', () => {\n${code}; }); });`,
  });
  explore(program!);
  const text = expect.stringMatching(new RegExp(`^${what} creates code from a string, .* at .*:3:`)) as string;
  expect(program!.limits!()).toEqual([expect.objectContaining({ what: text, isUnseen: true })]);
  expect(program!.hasUnseenCode!()).toBe(true);
  const saved = program!.knowledge!.save();
  program!.knowledge!.restore({ ...(saved as object), unseen: [] });
  expect(program!.hasUnseenCode!()).toBe(false);
  program!.knowledge!.restore(saved);
  expect(program!.hasUnseenCode!()).toBe(true);
});

test.each([
  ["new Function('view', 'view[0] = 1')(view)", 1],
  ["Function('view', 'return view[0]')(view)", 1],
  ["(0, eval)('(view) => { view[0] = 1; }')(view)", 1],
  ["(globalThis as any).eval('[(view) => view[0]]')[0](view)", 1],
  ["Object.getPrototypeOf(function* () {}).constructor('view', 'yield view[0]')(view).next()", 1],
])('code made from a text that sees only globals is instrumented: %s', async (code, accesses) => {
  const [program] = await programsIn({
    'it.test.ts': `import { check } from 'fencepost';\ncheck('it', (t) => { ${WORDS} t.thread('one', () => {\n${code}; }); });`,
  });
  expect(explore(program!).events).toBe(accesses);
  expect(program!.hasUnseenCode!()).toBe(false);
});

test('code in a URL is no module', async () => {
  const failures = failuresOf(
    `t.thread('one', async () => (await import('data:text/javascript,export default 1')).default);`,
  );
  await expect(failures).rejects.toMatchObject({ code: 'JS_MODULE' });
});
