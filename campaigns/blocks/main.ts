import { parseArgs } from 'node:util';
import { compareBlocks } from './compare.js';

/** Number of programs per file. */
const BATCH = 50;

const { values } = parseArgs({ options: { programs: { type: 'string' }, seed: { type: 'string' } } });
const programs = Number(values.programs ?? 1000);
const seed = Number(values.seed ?? 1);
let [compared, whole, different] = [0, 0, 0];
for (let i = 0; i * BATCH < programs; i++) {
  const found = await compareBlocks(seed + i, Math.min(BATCH, programs - i * BATCH));
  compared += found.compared;
  whole += found.whole;
  different += found.differences.length;
  for (const difference of found.differences) console.log(`seed ${seed + i}, ${difference}`);
}
console.log(`${programs} programs, ${compared} compared, ${whole} with blocks to the end, ${different} different`);
process.exitCode = different > 0 ? 1 : 0;
