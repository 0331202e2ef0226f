import { parseArgs } from 'node:util';
import { compare } from './compare.js';
import { nameOf } from './litmus.js';
import { stress } from './run.js';
import { shapes } from './shapes.js';
import { header, rowOf } from './table.js';

// npm run bench -- stress [--rounds N] [WORD…]: every test whose name has one of the words, in real workers. Fails if something
// was seen that our model of x64 forbids.
const { values, positionals: words } = parseArgs({
  options: { rounds: { type: 'string', default: '1000000' } },
  allowPositionals: true,
});
const rounds = Number(values.rounds);
if (!Number.isInteger(rounds) || rounds < 1) throw new Error(`--rounds ${values.rounds} is no number of rounds`);
if (process.arch !== 'x64') throw new Error(`TSO is the model of x64, and this is ${process.arch}`);

let forbidden = 0;
console.log(header);
for (const litmus of shapes) {
  if (words.length > 0 && !words.some((word) => nameOf(litmus).includes(word))) continue;
  const begin = performance.now();
  const comparison = compare(litmus, await stress(litmus, rounds));
  forbidden += comparison.forbidden.length;
  console.log(rowOf(comparison, (performance.now() - begin) / 1000));
}
console.log(`${forbidden} outcomes that TSO forbids were seen`);
process.exitCode = forbidden === 0 ? 0 : 1;
