import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { compareWithNative } from './compare.js';
import { nativeCompiler } from './compiler.js';

// npm run campaign:native [-- --programs N --seed S --compiler clang]: random programs in C and C++ whose output is determined,
// run by the machine and here. One in four is C++.
const { values } = parseArgs({
  options: {
    programs: { type: 'string', default: '2000' },
    seed: { type: 'string', default: '1' },
    compiler: { type: 'string' },
  },
});
const BATCH = 50;
const compiler = values.compiler ?? nativeCompiler();
if (compiler === undefined) throw new Error('no clang: name a compiler with --compiler');
const folder = mkdtempSync(join(tmpdir(), 'fencepost-native-'));
const first = Number(values.seed);
const programs = Number(values.programs);
let differences = 0;
for (let done = 0; done < programs; done += BATCH) {
  const seeds = Array.from({ length: Math.min(BATCH, programs - done) }, (_, k) => first + done + k);
  const language = (done / BATCH) % 4 === 3 ? 'c++' : 'c';
  for (const { seed, file, native, here } of await compareWithNative(language, seeds, folder, compiler)) {
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
  console.log(`${done + seeds.length} programs, ${differences} differences`);
}
process.exitCode = differences === 0 ? 0 : 1;
