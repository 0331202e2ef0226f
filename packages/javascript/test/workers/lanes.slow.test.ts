import { LocalStates, withRestarts } from '@fencepost/core';
import { exploreGraphs } from '@fencepost/explore';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { separation } from '../../src/world/context/lanes.js';
import { endsOf, programsIn } from '../check/explored.js';

// Messages whose order cannot be observed have places of their own, so that fewer orders are explored. Random programs have the
// same results without that.

const value = fc.integer({ min: 1, max: 3 });
const port = fc.constantFrom('p', 'q');
const atOnce = fc.oneof(
  { weight: 5, arbitrary: fc.tuple(port, value).map(([p, v]) => `${p}.postMessage(${v});`) },
  { weight: 2, arbitrary: value.map((v) => `Atomics.store(m, 0, ${v});`) },
  { weight: 2, arbitrary: fc.constant('log.push(Atomics.load(m, 0));') },
  { weight: 1, arbitrary: port.map((p) => `${p}.close();`) },
  { weight: 1, arbitrary: port.map((p) => `log.push(receiveMessageOnPort(${p}));`) },
);
const listener = fc
  .tuple(port, fc.array(atOnce, { maxLength: 1 }), fc.boolean())
  .map(
    ([p, then, looks]) =>
      `${p}.on('message', (v) => { log.push(['${p}', typeof v]${looks ? ', v, Atomics.load(m, 0)' : ', v'}); if (n++ < 2) { ${then.join(' ')} } });`,
  );
const later = fc.oneof(
  { weight: 6, arbitrary: listener },
  { weight: 1, arbitrary: port.map((p) => `${p}.once('message', (v) => { log.push('once', v); });`) },
  { weight: 1, arbitrary: port.map((p) => `${p}.on('close', () => { log.push('closed ${p}'); });`) },
  { weight: 1, arbitrary: atOnce.map((then) => `setImmediate(() => { ${then} });`) },
  { weight: 1, arbitrary: atOnce.map((then) => `setTimeout(() => { ${then} }, 1);`) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(port, atOnce)
      .map(
        ([p, then]) =>
          `{ const own = new MessageChannel(); ${p}.postMessage(own.port2, [own.port2]); own.port1.on('message', (v) => { log.push('own', v); ${then} }); own.port1.postMessage(8); }`,
      ),
  },
  {
    weight: 1,
    arbitrary: port.map(
      (p) =>
        `${p}.once('message', (v) => { if (typeof v === 'object') { v.on('message', (w) => { log.push(['arrived', w]); v.postMessage(9); }); v.postMessage(7); } });`,
    ),
  },
);
/** What a thread with two ports does. */
const body = fc
  .tuple(
    fc.array(atOnce, { maxLength: 3 }),
    fc.array(later, { minLength: 1, maxLength: 2 }),
    fc.array(atOnce, { maxLength: 2 }),
  )
  .map((parts) => parts.flat().join('\n'));

/** Two threads with two channels, or three with a channel between each two. */
const program = fc.tuple(body, body, fc.option(body)).map(([first, second, third]) => {
  const thread = (name: string, p: string, q: string, does: string): string =>
    `t.thread('${name}', () => { const log = []; let n = 0; const p = ${p}, q = ${q};\n${does}\nreturn log; });`;
  const threads =
    third === null
      ? [thread('A', 'c.port1', 'd.port1', first), thread('B', 'c.port2', 'd.port2', second)]
      : [
          thread('A', 'c.port1', 'e.port2', first),
          thread('B', 'd.port1', 'c.port2', second),
          thread('C', 'e.port1', 'd.port2', third),
        ];
  return `import { check } from 'fencepost';
    import { MessageChannel, receiveMessageOnPort } from 'node:worker_threads';
    check('it', (t) => {
      const m = new Int32Array(new SharedArrayBuffer(4));
      const c = new MessageChannel(), d = new MessageChannel(), e = new MessageChannel();
      ${threads.join('\n')}
      t.after((results) => { throw new Error(JSON.stringify(results)); });
    });`;
});

interface Outcomes {
  readonly ends: readonly string[];
  readonly failures: readonly string[];
  readonly executions: number;
}

async function outcomesOf(text: string, isSeparate: boolean, most: number): Promise<Outcomes | undefined> {
  separation.isOn = isSeparate;
  try {
    const [made] = await programsIn({ 'it.test.mjs': text });
    let executions = 0;
    let failures: readonly string[] = [];
    let left = 0;
    const ends = endsOf(made!, (watched) => {
      const found = withRestarts(() => exploreGraphs(new LocalStates(watched), { model: 'sc', budget: most }), watched);
      executions = found.executions;
      left = found.rest.length;
      failures = [...new Set(found.failures.map(({ kind, message }) => `${kind}: ${message}`))].toSorted();
    });
    return left > 0 ? undefined : { ends, failures, executions };
  } finally {
    separation.isOn = true;
  }
}

it('messages in places of their own have the results of messages in one queue', async () => {
  let programs = 0;
  let fewer = 0;
  let several = 0;
  await fc.assert(
    fc.asyncProperty(program, async (text) => {
      const all = await outcomesOf(text, false, 3000);
      fc.pre(all !== undefined);
      const reduced = await outcomesOf(text, true, 100_000);
      expect({ ends: reduced?.ends, failures: reduced?.failures }).toEqual({
        ends: all.ends,
        failures: all.failures,
      });
      programs++;
      if (reduced!.executions < all.executions) fewer++;
      if (all.ends.length > 1) several++;
    }),
    { numRuns: Number(process.env['FENCEPOST_MESSAGES'] ?? 40) },
  );
  if (process.env['FENCEPOST_MESSAGES'] !== undefined) console.log({ programs, fewer, several });
  expect(fewer).toBeGreaterThan(programs / 10);
  expect(several).toBeGreaterThan(programs / 4);
}, 3_600_000);
