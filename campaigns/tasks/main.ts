import { parseArgs } from 'node:util';
import { compareTasks } from './compare.js';

// npm run campaign -- tasks [--programs N] [--seed N]
// Runs random async tasks on real Node in every order of outside events, and compares the outcomes with those of a search
// that leaves out orders with the same outcome.

const { values } = parseArgs({ options: { programs: { type: 'string' }, seed: { type: 'string' } } });
let told = 0;
const so = await compareTasks(Number(values.seed ?? 1), Number(values.programs ?? 500), ({ compared, differences }) => {
  for (; told < differences.length; told++) console.log(differences[told]);
  process.stderr.write(`${compared} compared\n`);
});
console.log(
  `${so.compared} programs compared: ${so.orders} orders in Node, ${so.executions} executions of the search, ` +
    `fewer in ${so.reduced} programs; ${so.differences.length} programs differ`,
);
process.exitCode = so.differences.length > 0 ? 1 : 0;
