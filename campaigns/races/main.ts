import { parseArgs } from 'node:util';
import { compareRaces } from './compare.js';

/** Number of programs between two lines of output. */
const BATCH = 100;

const { values } = parseArgs({ options: { programs: { type: 'string' }, seed: { type: 'string' } } });
const programs = Number(values.programs ?? 1000);
const seed = Number(values.seed ?? 1);
let [proved, searched, missed, wrong] = [0, 0, 0, 0];
for (let i = 0; i < programs; i += BATCH) {
  const found = await compareRaces(seed + i, Math.min(BATCH, programs - i));
  proved += found.proved;
  searched += found.searched;
  missed += found.missed;
  wrong += found.wrong.length;
  for (const text of found.wrong) console.log(text);
  console.log(`${i + BATCH}: ${proved} proved, ${wrong} wrong`);
}
console.log(
  `${programs} programs, ${proved} without a race for the analysis (${searched} searched to the end), ${wrong} with one`,
);
console.log(`of the others, about ${10 * missed} have no race either`);
process.exitCode = wrong > 0 ? 1 : 0;
