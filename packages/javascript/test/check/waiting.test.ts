import { describe, expect, test } from 'vitest';
import { explore, failuresOf, programOf } from './explored.js';

const TWO_WORDS = 'const view = new Int32Array(new SharedArrayBuffer(8));';

describe('a loop that waits', () => {
  const LOOPS: Readonly<Record<string, string>> = {
    'over plain reads': 'while (view[0] === 0);',
    'over atomic reads': 'while (Atomics.load(view, 0) === 0) {}',
    'with a pause': 'while (Atomics.load(view, 0) === 0) Atomics.pause?.();',
    'with a hint': 'let tries = 0; while (Atomics.load(view, 0) === 0) { tries++; spin(); }',
    'as do-while': 'let v; do { v = view[0]; } while (v === 0);',
    'as for': 'for (;;) { if (view[0] !== 0) break; }',
    'through functions and objects':
      'const box = { get ready() { return { value: view[0] !== 0 }; } }; while (!box.ready.value);',
    'for a lock': 'while (Atomics.compareExchange(view, 0, 1, 2) !== 1);',
    'that keeps what it read': 'let last; while (last !== 1) { last = view[0]; }',
  };

  test.each(Object.entries(LOOPS))('%s is not unrolled', async (_, loop) => {
    const program = await programOf(`${TWO_WORDS}
      t.thread('writer', () => { view[0] = 1; });
      t.thread('reader', () => { ${loop} });`);
    const { executions, failures } = explore(program);
    expect({ failures, limits: program.limits!() }).toEqual({ failures: [], limits: [] });
    // A variable that the loop reads before it assigns it makes the first iteration another one than the rest.
    expect(executions).toBe(loop.includes('let last;') ? 2 : 1);
  });

  test.each(Object.entries(LOOPS))('%s for ever is a deadlock', async (_, loop) => {
    const failures = await failuresOf(`${TWO_WORDS} t.thread('reader', () => { ${loop} });`);
    expect(failures).toHaveLength(1);
    expect(failures[0]).toMatch(/^deadlock: reader waits .* at .*it\.test\.ts:/);
  });
});

describe('a loop that gets somewhere is not taken to wait', () => {
  const LOOPS: Readonly<Record<string, string>> = {
    'as it counts': 'for (let i = 0; i < 20; i++) if (view[0] !== 0) return "seen"; return "given up";',
    'as an object counts':
      'const o = { n: 0 }; while (view[0] === 0) if (++o.n > 20) return "given up"; return "seen";',
    'as a closure counts':
      'let n = 0; const more = () => ++n < 20; while (view[0] === 0) if (!more()) return "given up"; return "seen";',
    'as an array grows':
      'const a: number[] = []; while (view[0] === 0) { a.push(1); if (a.length > 20) return "given up"; } return "seen";',
    'as a map grows':
      'const m = new Map(); while (view[0] === 0) { m.set(m.size, 1); if (m.size > 20) return "given up"; } return "seen";',
    'as it draws numbers': 'while (view[0] === 0) if (Math.random() < 0.2) return "given up"; return "seen";',
  };

  test.each(Object.entries(LOOPS))('%s', async (_, loop) => {
    const program = await programOf(`${TWO_WORDS} t.thread('reader', () => { ${loop} });`);
    const { executions, failures, blocked } = explore(program);
    expect({ executions, blocked, failures, limits: program.limits!() }).toEqual({
      executions: 1,
      blocked: 0,
      failures: [],
      limits: [],
    });
  });
});

test('a loop with too many iterations is a reported limit', async () => {
  const program = await programOf(
    `${TWO_WORDS} t.thread('writer', () => { for (let i = 0; i < 50; i++) view[0] = i; });`,
    { unroll: 10 },
  );
  const { executions, blocked } = explore(program);
  expect({ executions, blocked }).toEqual({ executions: 0, blocked: 1 });
  expect(program.limits!()).toEqual([
    {
      what: expect.stringMatching(/^the loop at .*it\.test\.ts:4:\d+$/) as string,
      bound: '10 iterations',
      advice: 'raise --unroll',
    },
  ]);
});

describe('Atomics.wait', () => {
  const RECEIVER = `t.thread('receiver', () => { while (Atomics.load(view, 0) === 0) Atomics.wait(view, 0, 0); return view[1]; });`;

  test('is woken by notify', async () => {
    const failures = await failuresOf(`${TWO_WORDS}
      t.thread('sender', () => { view[1] = 7; Atomics.store(view, 0, 1); Atomics.notify(view, 0); });
      ${RECEIVER}
      t.after(({ receiver }) => { if (receiver !== 7) throw new Error('stale'); });`);
    expect(failures).toEqual([]);
  });

  test('is not woken by a notify that came before the store', async () => {
    const failures = await failuresOf(`${TWO_WORDS}
      t.thread('sender', () => { Atomics.notify(view, 0); Atomics.store(view, 0, 1); });
      ${RECEIVER}`);
    expect(failures).toEqual([
      expect.stringMatching(/^deadlock: receiver waits on view\[0\] \(Atomics\.wait\) at .*it\.test\.ts:/),
    ]);
  });

  test('may time out at any moment', async () => {
    const program = await programOf(`${TWO_WORDS}
      t.thread('sender', () => { Atomics.store(view, 0, 1); Atomics.notify(view, 0); });
      t.thread('receiver', () => Atomics.wait(view, 0, 0, 10));`);
    const { finals, states } = explore(program);
    const seen = new Set<unknown>();
    for (const final of finals) seen.add((states.outcome(final.local(1)) as { value: unknown }).value);
    expect(seen).toEqual(new Set(['ok', 'timed-out', 'not-equal']));
  });

  test('wakes in the order of arrival, as many as are asked for', async () => {
    const failures = await failuresOf(`${TWO_WORDS}
      for (const name of ['a', 'b']) t.thread(name, () => { Atomics.add(view, 1, 1); Atomics.wait(view, 0, 0); });
      t.thread('waker', () => { while (Atomics.load(view, 1) < 2); Atomics.notify(view, 0, 1); });`);
    // One of them at least stays behind.
    expect(failures.length).toBeGreaterThan(0);
    expect(failures.every((failure) => failure.startsWith('deadlock'))).toBe(true);
  });
});
