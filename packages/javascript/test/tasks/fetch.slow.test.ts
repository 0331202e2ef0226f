import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { nativeFetches } from './native-fetch.js';
import { outcomesIn } from './outcomes.js';

/** Versions of Node differ in the number of microtasks after which reading the body of an aborted request fails. */
const isExact = process.versions.node.startsWith('20.');
const statement = fc.constantFrom(
  "const r = await get('a', c.signal); log.push(r.status); log.push(await read(r));",
  "const r = await get('b'); log.push(await read(r));",
  "const r = await get('b', c.signal); log.push(r.ok, c.signal.aborted);",
  "log.push((await Promise.race([get('a'), get('b', c.signal)])).status);",
  "const r = await get('a', c.signal); const body = read(r); log.push('waits'); log.push(await body);",
  'c.abort();',
  'await null; log.push(c.signal.aborted); c.abort();',
  ...(isExact ? ["void get('a', c.signal).catch((e) => log.push(e.name)); c.abort(); log.push('aborted');"] : []),
);
const task = statement.map((text) => `try { ${text} } catch (e) { log.push(e.name, e === c.signal.reason); }`);

it('fetch does what that of Node does in every order of random programs', async () => {
  const seen = { aborted: 0, several: 0, fewer: 0 };
  await fc.assert(
    fc.asyncProperty(fc.array(task, { minLength: 2, maxLength: 2 }), async (tasks) => {
      const native = await nativeFetches(tasks);
      const body = `const log: unknown[] = []; let rows = ''; const c = new AbortController();
        t.fetch((url) => new Response((rows += url.at(-1))));
        const get = (path: string, signal?: AbortSignal) => fetch('http://server/' + path, { signal });
        const read = (r: Response) => r.text();
        ${tasks.map((text, i) => `t.task('${i}', async () => { ${text} });`).join('\n')}
        t.after(() => { throw new Error(JSON.stringify([rows, log])); });`;
      const whole = await outcomesIn(body, false);
      const reduced = await outcomesIn(body, true);
      expect(whole.outcomes, tasks.join('\n')).toEqual(native.outcomes);
      expect(whole.orders).toBe(native.orders);
      expect(reduced.outcomes).toEqual(native.outcomes);
      if (native.outcomes.some((outcome) => outcome.includes('AbortError'))) seen.aborted++;
      if (native.outcomes.length > 1) seen.several++;
      if (reduced.orders < native.orders) seen.fewer++;
    }),
    {
      endOnFailure: true,
      numRuns: Number(process.env['FENCEPOST_FETCHES'] ?? 8),
      seed: Number(process.env['FENCEPOST_SEED'] ?? 1),
    },
  );
  if (process.env['FENCEPOST_FETCHES'] !== undefined) console.log(JSON.stringify(seen));
  for (const count of Object.values(seen)) expect(count).toBeGreaterThan(0);
}, 600_000);
