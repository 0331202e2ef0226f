import { checkProgram, replayProgram } from '@fencepost/check';
import { describe, expect, it } from 'vitest';
import { explore, programOf, programsIn } from '../check/explored.js';
import { outcomesIn, outcomesOf } from './outcomes.js';

const END = "t.after(() => { throw new Error('end'); });";

/** The number of executions with and without reduction; the outcomes are the same. */
async function executions(body: string): Promise<readonly [reduced: number, all: number]> {
  const [reduced, all] = [await outcomesIn(body, true), await outcomesIn(body, false)];
  expect(reduced.outcomes).toEqual(all.outcomes);
  return [reduced.orders, all.orders];
}

/** Two tasks with one call each, which do this before and after it. */
const twice = (shared: string, before: string, after: string): string => {
  const task = (i: number): string =>
    `t.task('${i}', async () => { let v = ${i}; ${before} v += await ask(); ${after} });`.replaceAll('$i', String(i));
  return `const ask = t.outside(() => 1); ${shared} ${task(0)} ${task(1)} ${END}`;
};

describe('orders with the same results are explored once:', () => {
  it('two increments have four', async () => {
    const increment = "const v = await s.get('a'); await s.put('a', v + 1);";
    const { outcomes, orders } = await outcomesOf([increment, increment]);
    expect(orders).toBe(4);
    expect(outcomes).toEqual(['[[["a",1],["b",0]],[]]', '[[["a",2],["b",0]],[]]']);
  });

  it('also if another module adds the tasks', async () => {
    const [program] = await programsIn({
      'it.check.ts': "import { check } from 'fencepost'; import { add } from './add.ts'; check('it', (t) => add(t));",
      'add.ts': `export const add = (t: any) => {
        let row = 0;
        const s = t.outside({ get: () => row, put: (value: number) => { row = value; } });
        for (const name of ['A', 'B']) t.task(name, async () => s.put((await s.get()) + 1));
        ${END}
      };`,
    });
    expect(explore(program!).executions).toBe(4);
  });

  // Three events each: the beginning, the effect and the answer of a call. All orders: 20.
  it.each([
    ['variables of their own', '', 'v++;', 'v++;'],
    ['a variable that both read', 'let x = 1; x = 2;', 'v += x;', 'v += x;'],
    ['different properties', 'const o = { p0: 0, p1: 0 };', '', 'o.p$i = v;'],
    ['different keys of a map', "const m = new Map([['p0', 0], ['p1', 0]]);", "v += m.get('p$i');", "m.set('p$i', v);"],
    [
      'different private fields',
      'class A { #a = 0; add() { return ++this.#a; } } const a = [new A(), new A()];',
      '',
      'v += a[$i].add();',
    ],
    [
      'lists of their own',
      '',
      'const list = [v]; for (const e of list) v += e;',
      'list.push(v); v += list.map((e) => e + 1).length;',
    ],
    ['closures of their own', '', 'let n = 0; const add = () => { n++; };', 'add(); v += n;'],
    ['promises of their own', '', 'const p = new Promise((resolve) => { resolve(1); });', 'v += await p;'],
  ])('one, with %s', async (_, shared, before, after) => {
    expect(await executions(twice(shared, before, after))).toEqual([1, 20]);
  });

  it.each([
    ['a variable', 'let x = 0;', 'x++;'],
    ['a property', 'const o = { n: 0 };', 'o.n = v;'],
    ['new properties, whose order is visible', 'const o = {};', 'o.p$i = v;'],
    ['new keys of a map', 'const m = new Map();', "m.set('p$i', v);"],
    ['the size of a map', "const m = new Map([['p0', 0], ['p1', 0]]);", "m.set('p$i', m.size + v);"],
    ['a list', 'const list = [];', 'list.push(v);'],
    ['elements of a list', 'const list = [0, 0];', 'list[$i] = v;'],
    ['a private field', 'class A { #a = 0; add() { return ++this.#a; } } const a = new A();', 'v += a.add();'],
    ['a static property', 'class A { static n = 0; }', 'A.n++;'],
    ['a getter', 'const o = { m: 0, get n() { return this.m++; } };', 'v += o.n;'],
    ['a prototype', 'class A {} const a = new A();', 'A.prototype.n = v; v += a.n;'],
    ['a sticky expression', 'const r = /a/g;', "v += r.test('aa') ? 1 : 0;"],
    ['a promise', 'let done; const p = new Promise((resolve) => { done = resolve; });', 'done(v);'],
    ['an argument that is awaited', 'const list = [];', 'list.push(await Promise.resolve(v));'],
    ['a property that is awaited', 'const o = { n: 0 };', 'o.n = await Promise.resolve(v);'],
    ['a variable that is awaited', 'let x = 0;', 'x += await Promise.resolve(v);'],
  ])('two, if both change %s after the answer', async (_, shared, after) => {
    // Only the answers cannot change places.
    expect(await executions(twice(shared, '', after))).toEqual([2, 20]);
  });

  it.each([
    ['a variable, by destructuring', 'let x = 0;', '[x] = [v];'],
    ['an iterator', 'const it = [1, 2, 3].values();', 'v += it.next().value;'],
    ['a generator', 'const g = (function* () { for (let i = 0; ; i++) yield i; })();', 'v += g.next().value;'],
    ['an unknown native', 'const d = new Date(0);', 'd.setTime(v);'],
    ['a bound method', 'const list = []; const add = list.push.bind(list);', 'add(v);'],
    ['a proxy', 'const o = new Proxy({}, {});', 'o.n = v;'],
    ['a coercion', 'let x = 0; const o = { valueOf: () => ++x };', 'v += +o;'],
  ])('more, if what is accessed is not known: %s', async (_, shared, after) => {
    const [reduced, all] = await executions(twice(shared, '', after));
    expect(reduced).toBeGreaterThan(2);
    expect(all).toBe(20);
  });

  it.each([
    ['a native base class gets', 'class M extends Map {}', 'v = new M(list).size;'],
    ['a native executor gets', '', 'await new Promise(list.at.bind(list)).catch(() => {});'],
    ['a native copies', '', 'v = Array.from(list).length;'],
    ['a pattern takes apart', '', 'const [[a]] = list; v = a;'],
    ['a parameter takes apart', '', '(([[a]]) => { v = a; })(list);'],
    ['an optional call gets', '', 'v = list?.at?.(0)?.length;'],
    ['a nested loop reads', '', 'for (const [a] of list) v += a;'],
  ])('two or more, if one changes what %s', async (_, shared, after) => {
    const ask = "const ask = t.outside(() => 1, { effect: 'call' });";
    const [reduced, all] = await executions(`${ask} const list = [[1, 1]]; ${shared}
      t.task('writes', async () => { await ask(); list.push([2, 2]); });
      t.task('reads', async () => { let v = 0; await ask(); ${after.includes('Promise') ? `void (async () => { ${after} })();` : after} });
      ${END}`);
    expect(reduced).toBeGreaterThan(1);
    expect(all).toBe(6);
  });

  it('all, if every step conflicts', async () => {
    const body = `let x = 0; const ask = t.outside(() => x++);
      for (const i of [0, 1]) t.task(String(i), async () => { x++; await ask(); x++; }); ${END}`;
    expect(await executions(body)).toEqual([20, 20]);
  });

  it('all, if timers could come first', async () => {
    const body = `const ask = t.outside(() => 1, { effect: 'call' });
      for (const i of [0, 1]) t.task(String(i), async () => { await ask(); await new Promise((go) => setTimeout(go, 1)); }); ${END}`;
    const [reduced, all] = await executions(body);
    expect(reduced).toBeGreaterThan(1);
    expect(reduced).toBeLessThanOrEqual(all);
  });

  it('all, in code that cannot be recorded', async () => {
    const [reduced, all] = await executions(twice('', 'eval("v++");', ''));
    expect(reduced).toBe(all);
  });

  it('three tasks with two calls each, of 756,756', async () => {
    const task = (key: string): string => `const v = await s.get('${key}'); await s.put('${key}', v + 1);`;
    const { outcomes, orders } = await outcomesOf([task('a'), task('b'), "await s.get('c'); await s.get('d');"]);
    expect(orders).toBe(1);
    expect(outcomes).toEqual(['[[["a",1],["b",1]],[]]']);
  }, 60_000);
});

describe('tasks that influence no others', () => {
  const INCREMENTS = `let row = 0; const get = t.outside(() => row); const put = t.outside((v) => { row = v; });
    for (const name of ['A', 'B']) t.task(name, async () => put((await get()) + 1));`;
  const busy = (tasks: number): string => `const other = t.outside((v) => v);
    for (let i = 0; i < ${tasks}; i++) t.task('busy ' + i, async () => { for (let k = 0; k < 4; k++) await other(k); });`;
  const LOST = 't.after(() => { if (row !== 2) throw new Error(String(row)); });';

  it('add no runs, not even blocked ones', async () => {
    const alone = explore(await programOf(`${INCREMENTS} ${LOST}`));
    expect(alone.executions).toBe(4);
    for (const tasks of [1, 4, 20]) {
      const { executions: found, blocked } = explore(await programOf(`${INCREMENTS} ${busy(tasks)} ${LOST}`));
      expect([found, blocked]).toEqual([4, alone.blocked]);
    }
  }, 60_000);

  it('run in every order with the others if they do', async () => {
    const third = "t.task('C', () => { row += 0; });";
    expect(explore(await programOf(`${INCREMENTS} ${third} ${LOST}`)).executions).toBeGreaterThan(4);
  }, 60_000);

  it('also fail, if another task fails first', async () => {
    const fail = (name: string): string =>
      `t.task('${name}', async () => { await ask(); throw new Error('${name} fails'); });`;
    const body = `const ask = t.outside(() => 1); ${fail('A')} t.task('B', async () => { await ask(); }); ${fail('C')}`;
    expect(await outcomesIn(`${body} ${END}`, true)).toMatchObject({
      outcomes: (await outcomesIn(`${body} ${END}`, false)).outcomes,
    });
  });

  it('replay in a process that has not explored them', async () => {
    const text = `${busy(3)} ${INCREMENTS} ${LOST}`;
    const [check] = checkProgram(await programOf(text), { models: ['sc'] });
    const { counterexample } = check!.failures[0]!;
    const again = replayProgram(await programOf(text), 'sc', counterexample!.schedule);
    expect(again.failures.map(({ message }) => message)).toEqual(['1']);
    expect(again.counterexample.schedule).toBe(counterexample!.schedule);
  });
});
