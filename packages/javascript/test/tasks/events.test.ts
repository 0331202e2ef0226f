import { EventEmitter, on, once } from 'node:events';
import * as timers from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { failuresOf } from '../check/explored.js';
import { outcomesIn } from './outcomes.js';

const TOP = "import { EventEmitter, on, once } from 'node:events'; import * as timers from 'node:timers/promises';";
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
  'a timer that is aborted': "const p = timers.setTimeout(50, 1, { signal: c.signal }).catch((x) => log(x.name, x.code, x.message, x.cause === c.signal.reason)); c.abort(); await p;", // prettier-ignore
  'a timer that was aborted before': "c.abort('why'); await timers.setTimeout(1, 1, { signal: c.signal }).catch((x) => log(x.name, x.cause));", // prettier-ignore
  'an immediate': 'log(await timers.setImmediate(3), await timers.scheduler.wait(1));',
  'an interval': 'let n = 0; for await (const x of timers.setInterval(1, 7)) { log(x); if (++n === 2) break; }',
  'an interval that is aborted while it waits': "const i = timers.setInterval(9999, 7, { signal: c.signal }); const p = i.next(); c.abort(); await p.catch((x) => log(x.name, x.cause === c.signal.reason)); log((await i.next()).done);", // prettier-ignore
  'an interval that is aborted in its loop': "try { for await (const x of timers.setInterval(1, 7, { signal: c.signal })) { log(x); c.abort(); } } catch (x) { log(x.name); }", // prettier-ignore
  'an interval does not run before it is used': 'const i = timers.setInterval(1, 7); await timers.setTimeout(20); const p = i.next(); await ticks(p); log((await p).value); await i.return();', // prettier-ignore
  'signals of signals': "const d = new AbortController(); const any = AbortSignal.any([c.signal, d.signal]); any.addEventListener('abort', () => log('any')); c.signal.addEventListener('abort', () => log('c')); d.signal.addEventListener('abort', () => log('d')); c.abort(1); d.abort(2); log(any.reason); try { any.throwIfAborted(); } catch (x) { log(x); }", // prettier-ignore
  'a signal that times out': "const s = AbortSignal.timeout(1); const k = setTimeout(() => {}, 9999); await new Promise((done) => s.addEventListener('abort', () => setTimeout(done))); clearTimeout(k); log(s.aborted, s.reason.name, s.reason.message, s.reason instanceof DOMException);", // prettier-ignore
};

describe('as in Node:', () => {
  it.each(Object.entries(PROGRAMS))('%s', async (_, text) => {
    const logged: unknown[] = [];
    const natively = new AsyncFunction('{ EventEmitter, on, once, timers }', 'log', `${TICKS} const e = new EventEmitter(), c = new AbortController(); ${text}`); // prettier-ignore
    await natively({ EventEmitter, on, once, timers }, (...values) => void logged.push(...values));
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
