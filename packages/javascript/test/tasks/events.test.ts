import { EventEmitter, on, once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { failuresOf } from '../check/explored.js';
import { outcomesIn } from './outcomes.js';

const TOP = "import { EventEmitter, on, once } from 'node:events';";
type Body = (given: object, log: (...values: unknown[]) => void) => Promise<void>;
const { constructor: AsyncFunction } = (async () => Promise.resolve()) as unknown as {
  readonly constructor: new (...source: string[]) => Body;
};

/** Counts microtasks until the promise is settled. */
const TICKS = `const ticks = async (promise) => {
  let n = 0, isSettled = false;
  promise.then(() => { isSettled = true; }, () => { isSettled = true; });
  while (!isSettled && n < 20) { await null; n++; }
  log(n);
};`;

const PROGRAMS = {
  'once with arguments': "const p = once(e, 'a'); e.emit('a', 1, 2); e.emit('a', 3); log(...(await p)); log(e.listenerCount('a'), e.listenerCount('error'));", // prettier-ignore
  'once: microtasks': "const p = once(e, 'a'); e.emit('a'); await ticks(p);",
  'once: microtasks of an error': "const p = once(e, 'a'); e.emit('error', new Error('no')); await ticks(p);",
  'once of an error': "const p = once(e, 'error'); e.emit('error', 5); log(...(await p));",
  'once that fails': "const p = once(e, 'a').catch((x) => log(x.message)); e.emit('error', new Error('no')); await p; log(e.listenerCount('a'));", // prettier-ignore
  'once that is aborted': "const p = once(e, 'a', { signal: c.signal }).catch((x) => log(x.name, x.code, x.cause === c.signal.reason)); c.abort(); await p; log(e.listenerCount('a'));", // prettier-ignore
  'once of a target': "const t = new EventTarget(); const p = once(t, 'a'); t.dispatchEvent(new Event('a')); log((await p)[0].type);", // prettier-ignore
  'on: events before and after': "const i = on(e, 'a'); e.emit('a', 1); e.emit('a', 2); setTimeout(() => { e.emit('a', 3); }); for await (const [x] of i) { log(x); if (x === 3) break; } log(e.listenerCount('a'));", // prettier-ignore
  'on: a failure': "const i = on(e, 'a'); e.emit('a', 1); e.emit('error', new Error('no')); try { for await (const [x] of i) log(x); } catch (x) { log(x.message); } log((await i.next()).done);", // prettier-ignore
  'on: an event that closes': "const i = on(e, 'a', { close: ['end'] }); e.emit('a', 1); e.emit('end'); e.emit('a', 2); for await (const [x] of i) log(x); log('ended');", // prettier-ignore
  'on: an abort while it waits': "const i = on(e, 'a', { signal: c.signal }); const p = i.next().catch((x) => log(x.name)); const q = i.next(); c.abort(); await p; log((await q).done);", // prettier-ignore
};

describe('as in Node:', () => {
  it.each(Object.entries(PROGRAMS))('%s', async (_, text) => {
    const logged: unknown[] = [];
    const natively = new AsyncFunction('{ EventEmitter, on, once }', 'log', `${TICKS} const e = new EventEmitter(), c = new AbortController(); ${text}`); // prettier-ignore
    await natively({ EventEmitter, on, once }, (...values) => void logged.push(...values));
    const body = `const logged: unknown[] = []; const log = (...values) => void logged.push(...values);
      t.task('A', async () => { ${TICKS} const e = new EventEmitter(), c = new AbortController(); ${text} });
      t.after(() => { throw new Error(JSON.stringify(logged)); });`;
    expect((await outcomesIn(body, true, TOP)).outcomes).toEqual([JSON.stringify(logged)]);
    expect(logged).not.toEqual([]);
  });
});

it('an event that comes before once is missed', async () => {
  const body = "const e = new EventEmitter(); t.task('A', async () => { await once(e, 'a'); }); t.task('B', () => { e.emit('a'); });"; // prettier-ignore
  expect(await failuresOf(body, 'sc', TOP)).toEqual([expect.stringContaining('deadlock: A waits')]);
});
