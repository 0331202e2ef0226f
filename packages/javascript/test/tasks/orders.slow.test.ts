import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { nativeOrders } from './native-orders.js';
import type { Outcomes } from './outcomes.js';
import { outcomesOf } from './outcomes.js';

const parallel = "log.push(await Promise.all([s.get('a'), s.get('b')]));";
const call = fc.oneof(
  fc.constant("v = await s.get('a');"),
  fc.constant("v += await s.get('b');"),
  fc.constant("await s.put('a', v + 1);"),
  fc.constant("await s.put('b', v + 2);"),
  fc.constant(parallel),
  fc.constant("await Promise.race([s.get('a'), s.put('b', 7)]);"),
  fc.constant("if (v > 0) await s.put('a', 0);"),
  fc.constant("s.put('a', 5);"),
);
const quick = fc.oneof(
  fc.constant('await null;'),
  fc.constant('log.push(v);'),
  fc.constant('v++;'),
  fc.constant('await (async () => { await null; log.push(-v); })();'),
);
const task = fc
  .tuple(
    fc.array(quick, { maxLength: 1 }),
    call,
    fc.array(fc.oneof(call, quick), { maxLength: 1 }),
    fc.array(quick, { maxLength: 1 }),
  )
  .map((parts) => `let v = 0; ${parts.flat().join(' ')}`);
const caught = (text: string): string =>
  `try { ${text.replaceAll(/\bs\.put\('a', 5\);/g, "await s.put('a', 5);")} } catch { log.push('failed'); }`;

/** Fewer orders have the same outcomes. */
function expectReduced(reduced: Outcomes, all: Outcomes): void {
  expect(reduced.outcomes).toEqual(all.outcomes);
  expect(reduced.orders).toBeLessThanOrEqual(all.orders);
}

it('tasks and services have the outcomes and orders of real promises', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(task, { minLength: 1, maxLength: 2 }), async (tasks) => {
      const native = await nativeOrders(tasks, {});
      fc.pre(native.orders <= 400);
      expect(await outcomesOf(tasks, '', false)).toEqual(native);
      expectReduced(await outcomesOf(tasks), native);
    }),
    { numRuns: Number(process.env['FENCEPOST_TASKS'] ?? 12) },
  );
}, 600_000);

it('so have services that reject', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(task.map(caught), { minLength: 1, maxLength: 2 }), async (tasks) => {
      const native = await nativeOrders(tasks, { rejects: true });
      fc.pre(native.orders <= 400);
      expect(await outcomesOf(tasks, ', { rejects: true }', false)).toEqual(native);
      expectReduced(await outcomesOf(tasks, ', { rejects: true }'), native);
    }),
    { numRuns: Number(process.env['FENCEPOST_TASKS'] ?? 6) },
  );
}, 600_000);

it('so have services that answer in one tick', async () => {
  let joined = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(task.map(caught), { minLength: 2, maxLength: 2 }),
      fc.boolean(),
      async (tasks, rejects) => {
        const native = await nativeOrders(tasks, { rejects, together: true });
        fc.pre(native.orders <= 600);
        const settings = `, { rejects: ${rejects}, together: true }`;
        expect(await outcomesOf(tasks, settings, false)).toEqual(native);
        expectReduced(await outcomesOf(tasks, settings), native);
        if (native.orders > (await nativeOrders(tasks, { rejects })).orders) joined++;
      },
    ),
    { numRuns: Number(process.env['FENCEPOST_TASKS'] ?? 6) },
  );
  expect(joined).toBeGreaterThan(0);
}, 600_000);
