import { mkdtempSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Pool } from '@fencepost/workers';
import type { Difference } from './compare.js';
import { nativeCompiler } from './compiler.js';
import type { NativeTask } from './worker.js';

// npm run campaign -- native [--programs N --seed S --jobs N --compiler clang]: random programs in C and C++ with a
// deterministic output, run by the machine and natively. One in four is C++.
const { values } = parseArgs({
  options: {
    programs: { type: 'string', default: '2000' },
    seed: { type: 'string', default: '1' },
    jobs: { type: 'string', default: String(availableParallelism()) },
    compiler: { type: 'string' },
  },
});
const BATCH = 50;
const compiler = values.compiler ?? nativeCompiler();
if (compiler === undefined) throw new Error('no clang: name a compiler with --compiler');
const folder = mkdtempSync(join(tmpdir(), 'fencepost-native-'));
const first = Number(values.seed);
const programs = Number(values.programs);
const seedsOf = (batch: number): number[] =>
  Array.from({ length: Math.min(BATCH, programs - batch * BATCH) }, (_, k) => first + batch * BATCH + k);
const pool = new Pool<NativeTask, Difference[]>({ file: new URL('./worker.js', import.meta.url) }, Number(values.jobs));
const outcomes = pool.run(Math.ceil(programs / BATCH), (batch) => ({
  task: { language: batch % 4 === 3 ? 'c++' : 'c', seeds: seedsOf(batch), folder, compiler },
}));
let batch = 0;
let done = 0;
let differences = 0;
for await (const outcome of outcomes) {
  if (outcome.kind !== 'done') throw new Error('the thread that compared programs has ended', { cause: outcome });
  const seeds = seedsOf(batch++);
  done += seeds.length;
  for (const { seed, file, native, here } of outcome.result) {
    differences++;
    const lines = here.split('\n');
    const at = native.split('\n').findIndex((line, i) => line !== lines[i]);
    console.log(`${file}, program ${seeds.indexOf(seed)} (seed ${seed}): line ${at + 1} of the output`);
    console.log(
      `  native: ${native
        .split('\n')
        .slice(Math.max(0, at - 1), at + 2)
        .join(' | ')}`,
    );
    console.log(`  here:   ${lines.slice(Math.max(0, at - 1), at + 2).join(' | ')}`);
  }
  console.log(`${done} programs, ${differences} differences`);
}
pool.close();
process.exitCode = differences === 0 ? 0 : 1;
