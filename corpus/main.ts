import { differences, title } from './run.js';
import { corpus } from './index.js';

// npm run corpus [-- WORD…]: every program whose name has one of the words, slow ones only without words or by `slow`.
const words = process.argv.slice(2);
const quick = words.includes('quick');
const wanted = words.filter((word) => word !== 'quick');

let run = 0;
let asExpected = 0;
for (const { group, expectations } of corpus) {
  for (const expectation of expectations) {
    const name = title(group, expectation);
    if (wanted.length > 0 && !wanted.some((word) => name.includes(word))) continue;
    if (quick && expectation.slow === true) continue;
    run++;
    const lines = await differences(group, expectation);
    if (lines.length === 0) asExpected++;
    else console.log([name, ...lines.map((line) => `  ${line}`)].join('\n'));
  }
}
console.log(`${asExpected} of ${run} programs as expected`);
process.exitCode = asExpected === run ? 0 : 1;
