import { describe, expect, it } from 'vitest';
import { expectations } from '../corpus/rust/expectations.js';
import { differences } from '../corpus/run.js';
import { title } from '../corpus/title.js';
import { canCompile, hasRust } from '@fencepost/testing/compiled';
import { rotated } from '@fencepost/testing/rotation';

// rustc takes seconds for each program, and so does its library here.
const SAMPLE = 5;

describe.skipIf(!canCompile || !hasRust)('programs in Rust are as expected', { timeout: 300_000 }, () => {
  const sample = rotated(expectations, Math.ceil(expectations.length / SAMPLE));
  it.each(sample.map((each) => [title('rust', each), each] as const))('%s', async (_, expectation) => {
    expect(await differences('rust', expectation)).toEqual([]);
  });
});
