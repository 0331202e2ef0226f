import { describe, expect, test } from 'vitest';
import { endsOf, explore, programOf } from './explored.js';

// Checks of the end that see only memory and results examine each end once. All others must see what threads did.

const TWO = `const view = new Int32Array(new SharedArrayBuffer(8));`;
const ORDERS = `
  t.thread('a', () => { Atomics.store(view, 0, 1); return Atomics.load(view, 1); });
  t.thread('b', () => { Atomics.store(view, 1, 1); return Atomics.load(view, 0); });`;

async function endsAfter(body: string): Promise<readonly string[]> {
  return endsOf(await programOf(body), explore);
}

describe('checks of the end', () => {
  test.each([
    ['a variable', 'let last = 0;', "last = 'a';", "last = 'b';", 'last'],
    ['an object', 'const seen = { last: 0 };', "seen.last = 'a';", "seen.last = 'b';", 'seen.last'],
    ['a list', 'const seen = [0];', "seen[0] = 'a';", "seen[0] = 'b';", 'seen[0]'],
    ['a property of a view', '', "view.last = 'a';", "view.last = 'b';", 'view.last'],
    ['a closure', 'let last; const get = () => last;', "last = 'a';", "last = 'b';", 'get()'],
  ])('see %s that threads have changed', async (_, top, first, second, read) => {
    const failures = await endsAfter(`${TWO} ${top}
      t.thread('a', () => { if (Atomics.add(view, 0, 1) === 1) { ${first} } });
      t.thread('b', () => { if (Atomics.add(view, 0, 1) === 1) { ${second} } });
      t.after(() => { throw new Error('last ' + ${read}); });`);
    expect(failures).toEqual(['last a', 'last b']);
  });

  test.each([
    ['last = name'],
    ['[last] = [name]'],
    ['({ last } = { last: name })'],
    ['for (last of [name]);'],
    ['last = name, last++, last = name'],
  ])('see a parameter that threads assign: %s', async (assigned) => {
    const failures = await endsAfter(`${TWO}
      const define = (last) => {
        for (const name of ['a', 'b']) t.thread(name, () => {
          if (Atomics.add(view, 0, 1) === 1) { ${assigned} }
        });
        t.after(() => { throw new Error('last ' + last); });
      };
      define(0);`);
    expect(failures).toEqual(['last a', 'last b']);
  });

  test('see a parameter that nothing assigns', async () => {
    const failures = await endsAfter(`${TWO} ${ORDERS}
      const define = (least, { most } = { most: 1 }) => {
        t.after(({ a, b }) => { if (a + b > least && a + b <= most) throw new Error(\`\${a} \${b}\`); });
      };
      define(0);`);
    expect(failures).toEqual(['0 1', '1 0']);
  });

  test('see results, memory and objects that threads return', async () => {
    const failures = await endsAfter(`${TWO} ${ORDERS}
      t.after(({ a, b }) => { throw new Error(\`\${a} \${b} \${view[0]} \${view[1]}\`); });`);
    expect(failures).toEqual(['0 1 1 1', '1 0 1 1', '1 1 1 1']);
    const lists = await endsAfter(`${TWO}
      t.thread('a', () => [Atomics.load(view, 0), Atomics.load(view, 0)]);
      t.thread('b', () => { Atomics.store(view, 0, 1); });
      t.after(({ a }) => { throw new Error(String(a)); });`);
    expect(lists).toEqual(['0,0', '0,1', '1,1']);
  });

  test('a name that is declared inside and outside is not confused', async () => {
    const failures = await endsAfter(`${TWO} let last = 0;
      t.thread('a', () => { last = Atomics.load(view, 0); });
      t.thread('b', () => { Atomics.store(view, 0, 1); });
      t.after(() => { { const last = 5; if (last !== 5) return; } throw new Error('last ' + last); });`);
    expect(failures).toEqual(['last 0', 'last 1']);
  });

  test('two results may be one object', async () => {
    const failures = await endsAfter(`${TWO} const same = {};
      t.thread('a', () => (Atomics.load(view, 0) === 0 ? same : {}));
      t.thread('b', () => { Atomics.store(view, 0, 1); return same; });
      t.after(({ a, b }) => { throw new Error(String(a === b)); });`);
    expect(failures).toEqual(['false', 'true']);
  });

  test('an end that threads reach in several ways has all its executions', async () => {
    const body = `${TWO}
      for (const name of ['a', 'b', 'c']) t.thread(name, () => { Atomics.add(view, 0, 1); });`;
    const { failures } = explore(
      await programOf(`${body} t.after(() => { if (view[0] === 3) throw new Error('3'); });`),
    );
    expect(failures.map(({ message, executions }) => [message, executions])).toEqual([['3', 6]]);
  });
});
