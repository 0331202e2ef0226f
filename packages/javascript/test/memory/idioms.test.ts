import type { Program } from '@fencepost/core';
import { LocalStates, withRestarts, isFencepostError } from '@fencepost/core';
import { exploreGraphs } from '@fencepost/explore';
import { expect, test } from 'vitest';
import { programsIn } from '../check/explored.js';
import { readChecks, writeChecks } from './idioms/checks.js';
import { READS_IN_NODE } from './idioms/reads-in-node.js';
import { READS, WIDE_READS } from './idioms/reads.js';
import { WRITES } from './idioms/writes.js';

/** What cannot be made visible. */
const REFUSED: ReadonlySet<string> = new Set([
  'buffer.Blob',
  'Blob',
  'Response',
  'crypto.scrypt',
  'zlib.deflate',
  'fs.writeSync',
  'fs.writeFileSync',
  'fs.writevSync',
  'fs.createWriteStream',
  'stream.Readable.from',
  'stream.Writable',
  'child_process.spawnSync',
  'vm.runInThisContext',
  'new vm.Script',
  'class field',
  'class field, computed',
  'species of another array',
  'TypedArray.from, own class',
  'TypedArray.of, own class',
  'Array.from, own class',
  'Array.of, own class',
  'Reflect.set into a receiver',
  'Reflect.set into another view',
  'rest of a parameter',
  'rest in a pattern',
  'crypto.randomFill',
  'fs.readSync',
  'fs.readvSync',
  'fs.read',
  // Byte by byte, where another thread has an atomic word.
  'buffer.swap16',
]);

/** Seen: what the second thread gives depends on when the first one comes. */
function treatmentOf(program: Program): string {
  const results = new Set<string | undefined>();
  const after: NonNullable<Program['after']> = (final) => {
    results.add(JSON.stringify((final.outcome(1) as { readonly value: unknown }).value));
  };
  try {
    const exploring = (): LocalStates => new LocalStates({ ...program, after });
    const { failures } = withRestarts(() => exploreGraphs(exploring(), { model: 'sc' }));
    if (failures.length > 0) return failures.map(({ message }) => message).join();
  } catch (error) {
    const isRefusal = isFencepostError(error) && /^(?:JS_UNSUPPORTED|MIXED_SIZE)$/.test(error.code);
    if (isRefusal && error.site !== undefined) return 'refused';
    return String(error);
  }
  return results.size > 1 ? 'seen' : 'unseen';
}

/** With how each idiom must be treated. */
async function treatments(text: string): Promise<readonly (readonly [name: string, is: string, must: string])[]> {
  const programs = await programsIn({ 'it.test.mjs': text });
  return programs.map((program) => {
    return [program.name, treatmentOf(program), REFUSED.has(program.name) ? 'refused' : 'seen'];
  });
}

test.each([
  ['read', readChecks(READS)],
  ['read by Node', readChecks(READS_IN_NODE)],
  ['read in a larger piece', readChecks(WIDE_READS, 'i32(s)[0] = 1')],
  ['written', writeChecks(WRITES)],
])('whatever way shared memory is %s, that is seen or refused', async (_, text) => {
  const all = await treatments(text);
  expect(all.length).toBeGreaterThan(3);
  expect(all.filter(([, is, must]) => is !== must)).toEqual([]);
});
