import { expect, test } from 'vitest';
import { checkProgram } from '@fencepost/check';
import { programOf } from './explored.js';

/** The steps of an execution, as reports show them: `m[0] = 1.25`, `m[0] → 1.25`. */
async function told(body: string): Promise<readonly string[]> {
  const program = await programOf(`${body}\nt.after(() => { throw new Error('show it'); });`);
  const [check] = checkProgram(program, { models: ['sc'], maxExecutions: 1 });
  const { story } = check!.failures[0]!.counterexample!;
  return story.steps.map(({ place, read, wrote }) => {
    const name = story.places[place!]!.name;
    return wrote === undefined ? `${name} → ${read!}` : `${name} = ${wrote}`;
  });
}

test('values are shown as the program has them', async () => {
  const body = `
    const shared = (Type, length = 1) => new Type(new SharedArrayBuffer(length * Type.BYTES_PER_ELEMENT));
    const doubles = shared(Float64Array, 3), singles = shared(Float32Array), bigs = shared(BigInt64Array);
    const naturals = shared(BigUint64Array), words = shared(Uint32Array), bytes = shared(Int8Array);
    t.thread('a', () => {
      doubles[0] = 1.25; doubles[1] = -0; doubles[2] = NaN; singles[0] = 0.5; bigs[0] = 12345678901234n;
      Atomics.sub(naturals, 0, 1n); words[0] = 0xdeadbeef; bytes[0] = -5;
    });`;
  expect(await told(body)).toEqual([
    ...['doubles[0] = 1.25', 'doubles[1] = -0', 'doubles[2] = NaN', 'singles[0] = 0.5', 'bigs[0] = 12345678901234n'],
    ...['naturals[0] = 18446744073709551615n', 'words[0] = 3735928559', 'bytes[0] = -5'],
  ]);
});

test('the view of an access decides, also where several have the same memory', async () => {
  const body = `
    const buffer = new SharedArrayBuffer(8);
    const integers = new Int32Array(buffer), singles = new Float32Array(buffer), data = new DataView(buffer);
    t.thread('a', () => {
      integers[0] = 1069547520; singles[0]; integers[0]; data.getFloat32(0, true);
      data.setInt32(4, -2); data.getInt32(4); integers[1];
    });`;
  expect(await told(body)).toEqual([
    ...['integers[0] = 1069547520', 'integers[0] → 1.5', 'integers[0] → 1069547520', 'integers[0] → 1.5'],
    ...['data[4] = -2', 'data[4] → -2', 'data[4] → -16777217'],
  ]);
});

test('memory that is spread or taken apart has its own name and place', async () => {
  const body = `
    const make = () => new Int32Array(new SharedArrayBuffer(4));
    const a = make(), b = make(), c = make(), d = make(), e = make(), f = make(), g = make(), h = make();
    t.thread('a', () => {
      Math.max(...a); Math.max(...b, 1); [...c]; const [x] = d; for (const y of e) x; new Set([...f]);
      let z; [z] = g; [].push(...h);
    });`;
  expect(await told(body)).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((name) => `${name}[0] → 0`));
});

test('the call that memory is spread into keeps its own', async () => {
  const body = `
    const from = new Int32Array(new SharedArrayBuffer(8)), to = new Int32Array(new SharedArrayBuffer(8));
    t.thread('a', () => { to.fill(...from); Atomics.store(to, ...[1, 7]); });`;
  expect(await told(body)).toEqual(['from[0] → 0', 'from[1] → 0', 'to[0] = 0', 'to[1] = 0', 'to[1] = 7']);
});
