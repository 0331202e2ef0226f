import { LocalStates, withRestarts } from '@fencepost/core';
import { exploreGraphs } from '@fencepost/explore';
import { describe, expect, test } from 'vitest';
import { endsOf, explore, programOf } from './explored.js';

const WORDS = 'const view = new Int32Array(new SharedArrayBuffer(8));';

/** All orders in which a thread puts things, until there are `count`. */
async function orders(body: string, others = '', count = 2): Promise<readonly string[]> {
  const program = await programOf(
    `${others}
    t.thread('main', async () => { const log: string[] = []; let full = () => {};
      const put = (what: string) => { log.push(what); if (log.length === ${count}) full(); };
      const all = new Promise<void>((resolve) => { full = resolve; });
      const sleep = (ms: number) => new Promise((done) => setTimeout(done, ms));
      ${body}
      return log.join(''); });
    t.after(({ main }) => { throw new Error(main); });`,
  );
  const ends = endsOf(program, (each) => explore(each));
  expect(program.limits!()).toEqual([]);
  return ends;
}

describe('timers of one thread fire in every order that their delays allow', () => {
  test.each<[string, string, readonly string[], number?]>([
    ['of the same delay as they were set', `setTimeout(put, 5, 'A'); setTimeout(put, 5, 'B');`, ['AB']],
    ['a shorter one that was set first', `setTimeout(put, 5, 'A'); setTimeout(put, 10, 'B');`, ['AB']],
    ['a shorter one that was set later', `setTimeout(put, 10, 'A'); setTimeout(put, 5, 'B');`, ['AB', 'BA']],
    [
      'a computation takes time',
      `setTimeout(put, 5, 'A'); let x = 0; for (let i = 0; i < 1000; i++) x += i; setTimeout(put, 1, 'B');`,
      ['AB', 'BA'],
    ],
    [
      'three',
      `setTimeout(put, 30, 'A'); setTimeout(put, 20, 'B'); setTimeout(put, 10, 'C');`,
      ['ABC', 'ACB', 'BAC', 'BCA', 'CAB', 'CBA'],
      3,
    ],
    [
      'those of a list that are due come together',
      // C is due before B. But if the thread comes late, B is due as well when A is.
      `setTimeout(put, 10, 'A'); setTimeout(put, 9, 'C'); setTimeout(put, 10, 'B');`,
      ['ABC', 'ACB', 'CAB'],
      3,
    ],
    [
      'one that is set by another',
      `setTimeout(() => { put('A'); setTimeout(put, 5, 'C'); }, 5); setTimeout(put, 10, 'B');`,
      ['ABC', 'ACB'],
      3,
    ],
    ['one that was cleared', `const t = setTimeout(put, 1, 'A'); setTimeout(put, 5, 'B'); clearTimeout(t);`, ['B'], 1],
    [
      'one that clears another, if it comes first',
      `const t = setTimeout(put, 10, 'A'); setTimeout(() => { put('B'); clearTimeout(t); full(); }, 5);`,
      ['AB', 'B'],
      3,
    ],
    [
      'an interval before a longer timer',
      `const i = setInterval(put, 10, 'i'); setTimeout(() => { put('T'); clearInterval(i); full(); }, 25);`,
      // The longer one may be set late.
      ['iT', 'iiT', 'iiiT'],
      9,
    ],
    [
      'a timer that is refreshed',
      `const t = setTimeout(put, 5, 'A'); setTimeout(put, 6, 'B'); t.refresh();`,
      ['AB', 'BA'],
    ],
  ])('%s', async (_, body, expected, count = 2) => {
    expect(await orders(`${body} await all;`, '', count)).toEqual(expected);
  });

  test('as long as waiting for the clock takes', async () => {
    const body = `setTimeout(put, 5, 'A'); const t0 = Date.now(); while (Date.now() - t0 < 10); setTimeout(put, 1, 'B'); await all;`;
    expect(await orders(body)).toEqual(['AB']);
  });

  test('after a time-out of Atomics.wait', async () => {
    const body = `setTimeout(put, 5, 'A'); Atomics.wait(view, 0, 0, 10); setTimeout(put, 1, 'B'); await all;`;
    expect(await orders(body, WORDS)).toEqual(['AB']);
  });
});

describe('immediates and timers', () => {
  test('come in either order', async () => {
    expect(await orders(`setTimeout(put, 0, 'T'); setImmediate(put, 'I'); await all;`)).toEqual(['IT', 'TI']);
  });

  test('immediates come first after an event', async () => {
    const body = `const { port1, port2 } = new MessageChannel();
      port2.on('message', () => { setTimeout(put, 0, 'T'); setImmediate(put, 'I'); port2.close(); });
      port1.postMessage(0); await all;`;
    expect(await orders(`setTimeout(() => {}, 5); ${body}`)).toEqual(['IT']);
  });

  test('a thread that polls by immediates may be timed out', async () => {
    const body = `let over = false; const t = setTimeout(() => { over = true; }, 1000);
      await new Promise<void>((done) => { const poll = () => { if (over || Atomics.load(view, 0) === 1) done(); else setImmediate(poll); }; poll(); });
      clearTimeout(t); put(over ? 'timed out' : 'found');`;
    const others = `${WORDS} t.thread('other', () => { Atomics.store(view, 0, 1); });`;
    expect(await orders(body, others)).toEqual(['found', 'timed out']);
  });

  test('a thread that polls by timers may be timed out', async () => {
    const body = `let over = false; const t = setTimeout(() => { over = true; }, 1000);
      while (!over && Atomics.load(view, 0) === 0) await sleep(10);
      clearTimeout(t); put(over ? 'timed out' : 'found');`;
    const others = `${WORDS} t.thread('other', () => { Atomics.store(view, 0, 1); });`;
    expect(await orders(body, others)).toEqual(['found', 'timed out']);
  });
});

describe('timers and messages', () => {
  const OTHER = `const { port1, port2 } = new MessageChannel(); t.thread('other', () => { port2.postMessage(1); });`;

  test('a message comes at any time', async () => {
    const body = `await new Promise<void>((done) => { const end = (what: string) => { put(what); if (log.length === 3) { port1.close(); done(); } };
      setTimeout(end, 20, 'A'); port1.on('message', () => { end('m'); setTimeout(end, 10, 'B'); }); });`;
    expect(await orders(body, OTHER)).toEqual(['AmB', 'mAB', 'mBA']);
  });

  test('a timer that is due may come before a message that is there', async () => {
    const others = `${WORDS} const { port1, port2 } = new MessageChannel();
      t.thread('other', () => { port2.postMessage(1); Atomics.store(view, 0, 1); });`;
    const body = `while (Atomics.load(view, 0) === 0); setTimeout(put, 1, 'T');
      port1.on('message', () => { put('m'); port1.close(); }); await all;`;
    expect(await orders(body, others)).toEqual(['Tm', 'mT']);
  });

  test('threads do not wait for the timers of others', async () => {
    const others = `${WORDS} t.thread('other', async () => { await new Promise((done) => setTimeout(done, 50)); Atomics.store(view, 0, 1); });`;
    expect(await orders(`await sleep(5); put(String(Atomics.load(view, 0)));`, others)).toEqual(['0', '1']);
  });
});

test('where only one order is possible, nothing is decided', async () => {
  const program = await programOf(`${WORDS}
    t.thread('a', async () => { for (let i = 0; i < 5; i++) await new Promise((done) => setTimeout(done, 10)); });
    t.thread('b', async () => { setTimeout(() => {}, 5); setTimeout(() => {}, 5); await new Promise((done) => setTimeout(done, 10)); });`);
  expect(explore(program).executions).toBe(1);
  expect(program.threads).toHaveLength(2);
});

test('many timers are explored in one order, with a note', async () => {
  const program = await programOf(
    `t.thread('a', async () => { for (let i = 60; i > 0; i--) setTimeout(() => {}, i); await new Promise((done) => setTimeout(done, 1000)); });`,
  );
  expect(explore(program).executions).toBe(1);
  expect(program.notes!()).toContainEqual(expect.stringContaining('timers'));
});

test('more decisions than are explored are a limit', async () => {
  const program = await programOf(`t.thread('main', async () => {
    ${'await new Promise((done) => { setTimeout(done, 10); setTimeout(done, 5); });'.repeat(260)}
  });`);
  withRestarts(() => exploreGraphs(new LocalStates(program), { model: 'sc', budget: 2 }));
  expect(program.limits!()).toContainEqual(expect.objectContaining({ bound: '256 decisions' }));
});

describe('a timer is refreshed', () => {
  const ends = async (body: string): Promise<readonly string[]> => {
    const program = await programOf(
      `t.thread('main', async () => { let n = 0; const sleep = (ms: number) => new Promise((done) => setTimeout(done, ms)); ${body} });
       t.after(({ main }) => { throw new Error(String(main)); });`,
    );
    return endsOf(program, (each) => explore(each));
  };

  test.each([
    [
      'after it fired',
      'const h = setTimeout(() => { n++; }, 5); await sleep(20); h.refresh(); await sleep(40); return n;',
      ['2'],
    ],
    [
      'in its callback',
      'await new Promise<void>((done) => { const h = setTimeout(() => { if (++n < 3) h.refresh(); else done(); }, 5); }); await sleep(40); return n;',
      ['3'],
    ],
    [
      'after it fired and was cleared',
      'const h = setTimeout(() => { n++; }, 5); await sleep(20); clearTimeout(h); h.refresh(); await sleep(40); return n;',
      ['1'],
    ],
    [
      'after it was cleared',
      'const h = setTimeout(() => { n++; }, 5); clearTimeout(h); h.refresh(); await sleep(40); return n;',
      ['0'],
    ],
    [
      'after its number was cleared',
      'const h = setTimeout(() => { n++; }, 5); clearTimeout(+h); h.refresh(); await sleep(40); return n;',
      ['0'],
    ],
    [
      'after it was cleared in its callback',
      'const h = setTimeout(() => { n++; clearTimeout(h); h.refresh(); }, 5); await sleep(40); return n;',
      ['1'],
    ],
    [
      'and does not keep the thread alive',
      'const h = setTimeout(() => { n++; }, 5).unref(); await sleep(20); h.refresh(); return [h.hasRef(), n].join();',
      ['false,1'],
    ],
    [
      'an interval',
      'await new Promise<void>((done) => { const h = setInterval(() => { if (++n < 3) { h.refresh(); return; } clearInterval(h); h.refresh(); done(); }, 5); }); await sleep(40); return n;',
      ['3'],
    ],
  ])('%s', async (_when, body, expected) => {
    expect(await ends(body)).toEqual(expected);
  });
});

test.each(['setTimeout(() => { n++; }, 1)', 'setInterval(() => { n++; }, 1)', 'setImmediate(() => { n++; })'])(
  'what %s returns can be disposed of',
  async (set) => {
    const program = await programOf(
      `t.thread('main', async () => { let n = 0; const h: any = ${set}; h[Symbol.dispose]();
         await new Promise((done) => setTimeout(done, 5)); return n; });
       t.after(({ main }) => { throw new Error(String(main)); });`,
    );
    expect(endsOf(program, (each) => explore(each))).toEqual(['0']);
  },
);

test('marks keep copies of details', async () => {
  const program = await programOf(
    `t.thread('main', () => { const detail = { a: 1 }; const mark = performance.mark('m', { detail }); detail.a = 2;
       return JSON.stringify([mark.detail, performance.getEntriesByName('m')[0]!.detail, performance.mark('n').detail]); });
     t.after(({ main }) => { throw new Error(String(main)); });`,
  );
  expect(endsOf(program, (each) => explore(each))).toEqual(['[{"a":1},{"a":1},null]']);
});
