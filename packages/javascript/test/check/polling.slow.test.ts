import { describe, expect, test } from 'vitest';
import { explore, programOf } from './explored.js';

const VIEW = 'const view = new Int32Array(new SharedArrayBuffer(12));';
const MODELS = ['sc', 'tso', 'pso'] as const;

/** What comes of a check whose thread `poller` runs this: what it returns, failures, limits that were hit. */
async function polling(poller: string, others = ''): Promise<{ found: unknown; failures: string[]; limits: string[] }> {
  const program = await programOf(`${VIEW} t.thread('poller', () => { ${poller} }); ${others}`, { unroll: 8 });
  const found = new Set<unknown>();
  const failures = new Set<string>();
  for (const model of MODELS) {
    const exploration = explore(program, model);
    for (const { kind, message } of exploration.failures) failures.add(`${kind}: ${message}`);
    for (const final of exploration.finals) {
      const outcome = exploration.states.outcome(final.local(0)) as { readonly value: unknown } | undefined;
      if (outcome !== undefined) found.add(JSON.stringify(outcome.value));
    }
  }
  return { found: [...found].sort(), failures: [...failures], limits: program.limits!().map(({ bound }) => bound) };
}

const POLLS: Readonly<Record<string, string>> = {
  'that looks before it waits': 'while (Atomics.load(view, 0) === 0) Atomics.wait(view, 0, 0, 10); return view[1];',
  'that waits before it looks':
    'for (;;) { Atomics.wait(view, 0, 0, 10); if (Atomics.load(view, 0) === 1) return view[1]; }',
  'that looks elsewhere': 'while (Atomics.load(view, 0) === 0) Atomics.wait(view, 2, 0, 10); return view[1];',
  'that keeps the answer':
    'let answer = ""; while (answer !== "not-equal") answer = Atomics.wait(view, 0, 0, 10); return view[1];',
  'that says so': 'let tries = 0; while (Atomics.load(view, 0) === 0) { tries++; Atomics.wait(view, 0, 0, 10); spin(); } return view[1];', // prettier-ignore
};
const SENDERS = {
  'a thread that stores': "t.thread('sender', () => { Atomics.store(view, 1, 7); Atomics.store(view, 0, 1); });",
  'a thread that stores and notifies':
    "t.thread('sender', () => { Atomics.store(view, 1, 7); Atomics.store(view, 0, 1); Atomics.notify(view, 0); });",
};

describe.each(Object.entries(POLLS))('a loop %s and has a time-out', (_, poll) => {
  test.each(Object.entries(SENDERS))('waits for %s', async (_name, sender) => {
    expect(await polling(poll, sender)).toEqual({ found: ['7'], failures: [], limits: [] });
  });

  test('waits for ever if no thread does', async () => {
    const { found, failures, limits } = await polling(poll, "t.thread('other', () => { Atomics.notify(view, 0); });");
    expect({ found, limits }).toEqual({ found: [], limits: [] });
    expect(failures).toHaveLength(1);
    expect(failures[0]).toMatch(/^deadlock: poller waits .* at .*it\.test\.ts:/);
  });
});

test('two that poll at the same place do not keep each other from waiting', async () => {
  const poll = 'while (Atomics.load(view, 0) === 0) Atomics.wait(view, 0, 0, 10);';
  const others = `t.thread('other', () => { ${poll} }); t.thread('sender', () => { Atomics.store(view, 0, 1); });`;
  expect(await polling(`${poll} return 'done';`, others)).toEqual({ found: ['"done"'], failures: [], limits: [] });
});

test('being woken is no round of a loop that waits: who notifies sees it', async () => {
  const poll = 'while (Atomics.load(view, 0) === 0) Atomics.wait(view, 0, 0, 10); return Atomics.load(view, 0);';
  const sender =
    "t.thread('sender', () => { const woken = Atomics.notify(view, 0); Atomics.store(view, 0, woken + 1); });";
  expect(await polling(poll, sender)).toEqual({ found: ['1', '2'], failures: [], limits: [] });
});

test('a thread that notifies in each round is no poller that waits as soon as another thread is there', async () => {
  const poll = `while (Atomics.load(view, 0) === 0) { Atomics.notify(view, 1); Atomics.wait(view, 0, 0, 10); }
    return Atomics.load(view, 0);`;
  const other = "t.thread('other', () => { Atomics.wait(view, 1, 0); Atomics.store(view, 0, 1); });";
  expect(await polling(poll, other)).toEqual({ found: ['1'], failures: [], limits: [] });
});

describe('nothing is lost by it', () => {
  const OTHERS: Readonly<Record<string, string>> = {
    'a thread that wakes one':
      "t.thread('waker', () => { const woken = Atomics.notify(view, 0, 1); Atomics.add(view, 1, 1 + woken); Atomics.store(view, 0, 1); });",
    'a thread that wakes twice':
      "t.thread('waker', () => { const woken = Atomics.notify(view, 0); Atomics.store(view, 1, woken); Atomics.store(view, 0, Atomics.notify(view, 0) + 1); });",
    'another who waits there': `t.thread('other', () => { Atomics.store(view, 1, Atomics.wait(view, 0, 0, 5) === 'ok' ? 5 : 6); });
      t.thread('waker', () => { Atomics.add(view, 2, Atomics.notify(view, 0, 1)); Atomics.store(view, 0, 1); });`,
  };
  const loop = (counter: string): string =>
    `let last = ''; for (${counter} Atomics.load(view, 0) === 0;) last = Atomics.wait(view, 0, 0, 10);
     return [last, Atomics.load(view, 0), Atomics.load(view, 1), Atomics.load(view, 2)];`;

  test.each(Object.entries(OTHERS))('with %s', async (_, others) => {
    const { found, limits } = await polling(loop(';'), others);
    const counted = await polling(loop('let n = 0; n++ < 3 &&'), others);
    expect(limits).toEqual([]);
    // Who counts may give up in the end, having read 0.
    const ends = (counted.found as string[]).filter((end) => !/^\["[\w-]*",0,/.test(end));
    expect(ends.length).toBeGreaterThan(1);
    expect(found).toEqual(ends);
  });
});

describe('a loop that gets somewhere by its time-outs is followed', () => {
  const LOOPS: Readonly<Record<string, string>> = {
    'as it counts': 'let n = 0; while (n < 5 && Atomics.wait(view, 0, 0, 10) === "timed-out") n++; return n;',
    'as an object counts':
      'const o = { n: 0 }; while (Atomics.wait(view, 0, 0, 10) === "timed-out") if (++o.n === 5) break; return o.n;',
    'as a list grows':
      'const a: number[] = []; while (Atomics.wait(view, 0, 0, 10) === "timed-out") if (a.push(1) === 5) break; return a.length;',
    'as time goes by':
      'const end = Date.now() + 4; let n = 0; while (Date.now() < end && Atomics.wait(view, 0, 0, 10) === "timed-out"); return 5;',
  };

  test.each(Object.entries(LOOPS))('%s', async (_, loop) => {
    expect(await polling(loop)).toEqual({ found: ['5'], failures: [], limits: [] });
  });

  test('to the bound', async () => {
    const { found, failures, limits } = await polling(
      'let n = 0; while (Atomics.wait(view, 0, 0, 10) !== "ok") n++; return n;',
    );
    expect({ found, failures, limits }).toEqual({ found: [], failures: [], limits: ['8 iterations'] });
  });
});

test('a loop whose counter is never used waits', async () => {
  const { found, failures } = await polling('let n = 0; while (Atomics.wait(view, 0, 0, 10) !== "ok") n++;');
  expect({ found, failures }).toEqual({ found: [], failures: [expect.stringMatching(/^deadlock: poller waits /)] });
});

test('loops that write the same value wait, and for ever if no thread writes another value', async () => {
  const spins = 'while (Atomics.exchange(view, 0, 1) === 1) { if (Atomics.load(view, 1)) break; }';
  const other = `t.thread('other', () => { ${spins} });`;
  const { found, failures } = await polling(`Atomics.store(view, 0, 1); ${spins}`, other);
  expect(found).toEqual([]);
  expect(failures).toContainEqual(expect.stringMatching(/^deadlock: poller waits .*, other waits /));
  const stopper = "t.thread('stopper', () => { Atomics.store(view, 1, 1); });";
  expect(await polling(`${spins} return 'done';`, `${other} ${stopper}`)).toEqual({
    found: ['"done"'],
    failures: [],
    limits: [],
  });
});
