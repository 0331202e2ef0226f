import { disagreements } from './agree.js';
import { differences, title } from './run.js';
import { corpus } from './index.js';

// npm run corpus [-- WORD…]: every program whose name has one of the words. `quick` leaves out the slow ones; `agree`
// compares the two explorers with one another, instead of what they find with what is expected.
const words = process.argv.slice(2);
const quick = words.includes('quick');
const examine = words.includes('agree') ? disagreements : differences;
const wanted = words.filter((word) => word !== 'quick' && word !== 'agree');

let run = 0;
let asExpected = 0;
for (const { group, expectations } of corpus) {
  for (const expectation of expectations) {
    const name = title(group, expectation);
    if (wanted.length > 0 && !wanted.some((word) => name.includes(word))) continue;
    if (quick && expectation.slow === true) continue;
    run++;
    const lines = await examine(group, expectation);
    if (lines.length === 0) asExpected++;
    else console.log([name, ...lines.map((line) => `  ${line}`)].join('\n'));
  }
}
console.log(`${asExpected} of ${run} programs as expected`);
process.exitCode = asExpected === run ? 0 : 1;
