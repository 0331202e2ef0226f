import { describe, expect, it } from 'vitest';
import { explore, failuresOf, programOf } from '../check/explored.js';

const TWO = `let a = 0, b = 0; const ask = t.outside(() => 1);
  t.task('A', async () => { await ask(); a = 1; });
  t.task('B', async () => { await ask(); b = 1; });`;
const FAILS = 'assertion: the invariant does not hold';

describe('an invariant of tasks', () => {
  it('sees their objects between any two steps', async () => {
    const body = `let n = 0; const ask = t.outside(() => 1);
      t.task('A', async () => { await ask(); n = 5; await ask(); n = 0; });`;
    expect(await failuresOf(`${body} t.invariant(() => n !== 5);`)).toEqual([FAILS]);
    expect(await failuresOf(`${body} t.invariant(() => n < 6);`)).toEqual([]);
  });

  it('sees them where a task awaits a promise that is settled', async () => {
    const body = `let a = 0, b = 0; t.task('A', async () => { a = 1; await null; b = 1; });`;
    expect(await failuresOf(`${body} t.invariant(() => a === b);`)).toEqual([FAILS]);
    const ticks = `let a = 0; t.task('A', async () => { process.nextTick(() => { a = 1; }); process.nextTick(() => { a = 2; }); });`;
    expect(await failuresOf(`${ticks} t.invariant(() => a !== 1);`)).toEqual([FAILS]);
  });

  it('sees changes of tasks that are otherwise independent in both orders', async () => {
    expect(await failuresOf(`${TWO} t.invariant(() => !(a === 0 && b === 1));`)).toEqual([FAILS]);
    expect(await failuresOf(`${TWO} t.invariant(() => !(a === 1 && b === 0));`)).toEqual([FAILS]);
    expect(await failuresOf(`${TWO} t.invariant(() => a < 2 && b < 2);`)).toEqual([]);
  });

  it('does not see what runs between two awaits', async () => {
    const body = `let a = 0, b = 0; const ask = t.outside(() => 1);
      for (const i of [1, 2]) t.task(String(i), async () => { await ask(); a = i; b = i; });`;
    expect(await failuresOf(`${body} t.invariant(() => a === b);`)).toEqual([]);
  });

  it('orders only steps that change what it reads', async () => {
    const { executions } = explore(await programOf(`${TWO} let c = 0; t.invariant(() => c === 0);`));
    expect(executions).toBe(1);
  });

  it('may assert', async () => {
    const failures = await failuresOf(
      `${TWO} t.invariant(() => assert.ok(a === 0));`,
      'sc',
      "import assert from 'assert';",
    );
    expect(failures).toHaveLength(1);
    const { executions } = explore(
      await programOf(`${TWO} t.invariant(() => assert.ok(a < 2));`, {}, "import assert from 'assert';"),
    );
    expect(executions).toBeGreaterThan(0);
  });

  it('is refused if it awaits, or if there are threads', async () => {
    await expect(failuresOf(`${TWO} t.invariant(async () => a < 2);`)).rejects.toThrow(/returns a promise/);
    await expect(failuresOf(`${TWO} t.thread('C', () => {}); t.invariant(() => a < 2);`)).rejects.toThrow(
      /both tasks and threads/,
    );
  });
});
