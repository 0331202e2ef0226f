import { expect, test } from 'vitest';
import { failuresOf } from '../check/explored.js';

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
