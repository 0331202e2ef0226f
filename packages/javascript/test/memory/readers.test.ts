import { expect, test } from 'vitest';
import { explore, failuresOf, programOf } from '../check/explored.js';

test.each([
  [`import v8 from 'node:v8';`, `v8.deserialize(data.subarray(0, 4)) === 7`],
  [`import { deserialize } from 'node:v8';`, `deserialize(Buffer.from(data.buffer, 0, 4)) === 7`],
  [`import { isDeepStrictEqual } from 'node:util';`, `isDeepStrictEqual(data, Uint8Array.of(255, 15, 73, 14))`],
  [
    `import { isDeepStrictEqual } from 'node:util';`,
    `isDeepStrictEqual(Buffer.from(data.buffer), Buffer.from([255, 15, 73, 14]))`,
  ],
  [`import assert from 'node:assert';`, `assert.deepEqual(data, Uint8Array.of(255, 15, 73, 14)) === undefined`],
  [
    `import assert from 'node:assert/strict';`,
    `assert.deepEqual(new DataView(data.buffer), new DataView(Uint8Array.of(255, 15, 73, 14).buffer)) === undefined`,
  ],
  [`import { deflateSync, inflateSync } from 'node:zlib';`, `inflateSync(deflateSync(data))[3] === 14`],
  [
    `import { inspect } from 'node:util';`,
    `inspect(data) === 'Uint8Array(4) [ 255, 15, 73, 14 ]' && inspect.custom === Symbol.for('nodejs.util.inspect.custom')`,
  ],
  [
    `import { format } from 'node:util';`,
    `format('%s %o', 1, Buffer.from(data.buffer)).startsWith('1 <Buffer ff 0f 49 0e')`,
  ],
  [
    `import { createHash } from 'node:crypto';`,
    `createHash('md5').update(data).digest('hex') === createHash('md5').update(Uint8Array.of(255, 15, 73, 14)).digest('hex')`,
  ],
])('%s %s: sees what another thread has written', async (imported, holds) => {
  const failures = await failuresOf(
    `const flag = new Int32Array(new SharedArrayBuffer(4)), data = new Uint8Array(new SharedArrayBuffer(4));
    t.thread('writer', () => { data.set([255, 15, 73, 14]); Atomics.store(flag, 0, 1); });
    t.thread('reader', () => { while (Atomics.load(flag, 0) === 0); return ${holds}; });
    t.after(({ reader }) => { if (reader !== true) throw new Error(String(reader)); });`,
    'sc',
    imported,
  );
  expect(failures).toEqual([]);
});

test.each(['console.log(words)', 'isDeepStrictEqual(words, 1)', 'inspect({ words })', 'serialize(words)'])(
  '%s reads element by element, so others may use Atomics',
  async (reads) => {
    const failures = await failuresOf(
      `const words = new Int32Array(new SharedArrayBuffer(16));
      t.thread('reader', () => { ${reads}; });
      t.thread('writer', () => { Atomics.store(words, 1, 1); Atomics.add(words, 2, 1); });`,
      'sc',
      `import { inspect, isDeepStrictEqual } from 'node:util'; import { serialize } from 'node:v8';`,
    );
    expect(failures).toEqual([]);
  },
);

test('printed elements are read, as far as they are shown', async () => {
  const body = (size: number): string => `const data = new Uint8Array(new SharedArrayBuffer(${size}));
    t.thread('writer', () => { data[0] = 1; });
    t.thread('printer', () => { console.log(data); });`;
  const read = async (size: number): Promise<number> => {
    const program = await programOf(body(size));
    const { executions } = explore(program);
    return executions;
  };
  expect([await read(1), await read(100_000)]).toEqual([2, 2]);
});
