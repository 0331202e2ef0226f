import { parseArgs } from 'node:util';
import { compareValues } from './compare.js';

/** Number of programs between two lines of output. */
const BATCH = 50;

const { values } = parseArgs({ options: { programs: { type: 'string' }, seed: { type: 'string' } } });
const programs = Number(values.programs ?? 1000);
const seed = Number(values.seed ?? 1);
let [proved, searched, failing, missed, wrong] = [0, 0, 0, 0, 0];
for (let i = 0; i < programs; i += BATCH) {
  const found = await compareValues(seed + i, Math.min(BATCH, programs - i));
  proved += found.proved;
  searched += found.searched;
  failing += found.failing;
  missed += found.missed;
  wrong += found.wrong.length;
  for (const text of found.wrong) console.log(text);
  console.log(`${i + BATCH}: ${proved} proved, ${wrong} wrong`);
}
console.log(
  `${programs} programs, ${proved} whose assertion cannot fail for the analysis (${searched} searched to the end), ${wrong} where it fails`,
);
console.log(`of the others, it fails in about ${10 * failing}, and cannot fail in about ${10 * missed}`);
process.exitCode = wrong > 0 ? 1 : 0;
