import { parseArgs } from 'node:util';
import { compareTimers } from './compare.js';

// npm run campaign -- timers [--programs N] [--seed N] [--runs N]
// Runs random programs of timers, immediates, messages and shared memory on real Node, and checks that each result is
// among those that a search finds.

const { values } = parseArgs({
  options: { programs: { type: 'string' }, seed: { type: 'string' }, runs: { type: 'string' } },
});
const programs = Number(values.programs ?? 300);
const seed = Number(values.seed ?? 1);
const runs = Number(values.runs ?? 40);
let told = 0;
const so = await compareTimers(seed, programs, runs, (each, { differences, compared, incomplete }) => {
  for (; told < differences.length; told++) console.log(differences[told]);
  if (process.stderr.isTTY || each % 50 === 0)
    process.stderr.write(`${each}: ${compared} compared, ${incomplete} not\n`);
});
console.log(
  `${so.compared} programs compared, ${runs} runs each: ${so.real} different results of Node, ${so.explored} of the search; ` +
    `${so.incomplete} searches given up; ${so.differences.length} programs differ`,
);
process.exitCode = so.differences.length > 0 ? 1 : 0;
