import { parseArgs } from 'node:util';
import type { Proof } from './compare.js';
import { compareProof } from './compare.js';

/** Number of programs between two lines of output. */
const BATCH = 50;

/** Compares a proof with searches of random programs: [--programs N] [--seed N]. */
export async function runProof(proof: Proof): Promise<void> {
  const { values } = parseArgs({ options: { programs: { type: 'string' }, seed: { type: 'string' } } });
  const programs = Number(values.programs ?? 1000);
  const seed = Number(values.seed ?? 1);
  let [proved, searched, failing, missed, wrong] = [0, 0, 0, 0, 0];
  for (let i = 0; i < programs; i += BATCH) {
    const found = await compareProof(proof, seed + i, Math.min(BATCH, programs - i));
    proved += found.proved;
    searched += found.searched;
    failing += found.failing;
    missed += found.missed;
    wrong += found.wrong.length;
    for (const text of found.wrong) console.log(text);
    console.log(`${Math.min(programs, i + BATCH)}: ${proved} proved, ${wrong} wrong`);
  }
  const { failure } = proof;
  console.log(
    `${programs} programs, ${proved} without a ${failure} by the proof (${searched} searched to the end), ${wrong} with one`,
  );
  console.log(`of the others, about ${10 * failing} have a ${failure}, and about ${10 * missed} have none`);
  process.exitCode = wrong > 0 ? 1 : 0;
}
