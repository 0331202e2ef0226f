import { describe, expect, test } from 'vitest';
import { endsOf, explore, programOf } from './explored.js';

const WORDS = 'const view = new Int32Array(new SharedArrayBuffer(8));';

async function results(body: string, others = ''): Promise<readonly string[]> {
  const program = await programOf(`${others}
    t.thread('main', async () => { ${body} });
    t.after(({ main }) => { throw new Error(String(main)); });`);
  const ends = endsOf(program, (each) => explore(each));
  expect(program.limits!()).toEqual([]);
  return ends;
}

/** Each of them, in milliseconds. */
const CLOCKS = {
  'Date.now': 'Date.now()',
  'new Date': 'Number(new Date())',
  'performance.now': 'performance.now()',
  'process.hrtime': 'process.hrtime()[0] * 1000',
  'process.hrtime.bigint': 'Number(process.hrtime.bigint() / 1000000n)',
  'process.uptime': 'process.uptime() * 1000',
  'process.cpuUsage': 'process.cpuUsage().user / 1000',
  'Event.timeStamp': 'new Event("a").timeStamp',
};

describe.each(Object.entries(CLOCKS))('%s', (_, clock) => {
  test('any amount of time may pass', async () => {
    const body = `const start = ${clock}; return ${clock} - start >= 1000 ? 'late' : 'early';`;
    expect(await results(body)).toEqual(['early', 'late']);
  });

  test('does not go backwards', async () => {
    const body = `const start = ${clock}; return ${clock} < start;`;
    expect(await results(body)).toEqual(['false']);
  });

  test('ends a loop that waits for it', async () => {
    const body = `const start = ${clock}; while (${clock} - start < 250); const again = ${clock}; while (${clock} - again < 250); return 'done';`;
    expect(await results(body)).toEqual(['done']);
  });

  test('ends a loop that waits for something else as well', async () => {
    const body = `const start = ${clock}; while (Atomics.load(view, 0) === 0) if (${clock} - start > 250) return 'gave up'; return 'found';`;
    expect(await results(body, WORDS)).toEqual(['gave up']);
    const others = `${WORDS} t.thread('other', () => { Atomics.store(view, 0, 1); });`;
    expect(await results(body, others)).toEqual(['found', 'gave up']);
  });
});

describe('all threads have the same clock', () => {
  test('which does not go backwards from one to the other', async () => {
    const others = `${WORDS} t.thread('other', () => { const start = Date.now(); Date.now(); view[1] = Date.now() - 1577836800000 > 1000 ? 1 : 0; Atomics.store(view, 0, 1); });`;
    const body = `Date.now(); if (Atomics.load(view, 0) === 0) return 'ok'; return view[1] === 1 && Date.now() - 1577836800000 < 1000 ? 'backwards' : 'ok';`;
    expect(await results(body, others)).toEqual(['ok']);
  });

  test('which shows the time that another one has waited', async () => {
    const others = `${WORDS} t.thread('other', async () => {
        while (Atomics.load(view, 0) === 0); await new Promise((done) => setTimeout(done, 100)); Atomics.store(view, 1, 1); });`;
    const body = `const start = Date.now(); Atomics.store(view, 0, 1); while (Atomics.load(view, 1) === 0); return Date.now() - start >= 100;`;
    expect(await results(body, others)).toEqual(['true']);
  });

  test('which orders nothing else', async () => {
    const program = await programOf(`${WORDS}
      t.thread('a', () => { view[0] = 1; Date.now(); Date.now(); return view[1]; });
      t.thread('b', () => { view[1] = 1; Date.now(); Date.now(); return view[0]; });
      t.after(({ a, b }) => { if (a === 0 && b === 0) throw new Error('both'); });`);
    expect(explore(program, 'tso').failures.map(({ message }) => message)).toEqual(['both']);
  });
});

test('a timer takes its time', async () => {
  const body = `const start = Date.now(); await new Promise((done) => setTimeout(done, 100)); return Date.now() - start >= 100;`;
  expect(await results(body)).toEqual(['true']);
});

test('marks have their time', async () => {
  const body = `const a = performance.mark('a').startTime; return performance.mark('b').startTime - a > 1000;`;
  expect(await results(body)).toEqual(['false', 'true']);
});

test('a single reading decides nothing', async () => {
  const program = await programOf(`${WORDS} t.thread('a', () => { console.log(Date.now()); view[0] = 1; });`);
  expect(explore(program).executions).toBe(1);
  expect(program.threads).toHaveLength(1);
});

test('a deadlock is one at any time', async () => {
  const program = await programOf(`${WORDS} t.thread('a', () => { while (Atomics.load(view, 0) === 0) Date.now(); });`);
  expect(explore(program).failures.map(({ kind }) => kind)).toEqual(['deadlock']);
});

test('many readings are explored in one order, with a note', async () => {
  const program = await programOf(
    `${WORDS} t.thread('a', () => { for (let i = 0; i < 300; i++) performance.mark('q'); });`,
  );
  expect(explore(program).executions).toBeLessThan(60);
  expect(program.limits!()).toEqual([]);
  expect(program.notes!()).toContainEqual(expect.stringContaining('has read the clock'));
});

describe('time is no memory', () => {
  const setUp = `${WORDS}
    t.thread('left', () => { Atomics.add(view, 0, 1); Date.now(); });`;

  test('a clock that is read early makes no program less robust', async () => {
    const program = await programOf(`${setUp} t.thread('right', () => { Date.now(); Atomics.load(view, 0); });`);
    const { executions, nonSequential } = explore(program, 'arm64');
    expect(executions).toBeGreaterThan(explore(program).executions);
    expect(nonSequential).toBe(0);
  });

  test('nor do timers', async () => {
    const program = await programOf(`${setUp}
      t.thread('right', () => { setTimeout(() => Date.now(), 2); setTimeout(() => Atomics.load(view, 0), 1); });`);
    expect(explore(program, 'arm64').nonSequential).toBe(0);
  });

  test('it orders nothing either', async () => {
    const program = await programOf(`${WORDS}
      t.thread('left', () => { view[0] = 1; Date.now(); return view[1]; });
      t.thread('right', () => { view[1] = 1; Date.now(); return view[0]; });`);
    expect(explore(program, 'tso').nonSequential).toBeGreaterThan(0);
  });
});
