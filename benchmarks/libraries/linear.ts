import { parseArgs } from 'node:util';
import type { CheckReport } from 'fencepost';
import { linearFound } from './linear-run.js';
import { LINEAR_LIBRARIES } from './linear-structures.js';
import { folderOf, versionOf } from './run.js';

// npm run bench -- linear-libraries [WORD… --seconds N]: are structures of the libraries that are installed linearizable? Those whose package or
// structure has one of the words, for N seconds each.
const { values, positionals: words } = parseArgs({
  allowPositionals: true,
  options: { seconds: { type: 'string', default: '600' } },
});

function told({ verdict, executions, scenarios, failures }: CheckReport): string {
  const count = `(${executions.toLocaleString('en')})`;
  if (verdict !== 'failing') return `${verdict} ${count}`;
  const shown = scenarios?.shown?.replace(/^[^:]*: /, '').replaceAll('|', '\\|');
  return `${failures[0]!.kind} ${count}: \`${shown}\``;
}

let unlike = 0;
console.log('| Library | Structure | Calls | Scenarios | SC | TSO | RC11 | CPU s |');
console.log('| --- | --- | --- | --- | --- | --- | --- | --- |');
for (const library of LINEAR_LIBRARIES) {
  const { package: name, structure, calls, expected } = library;
  if (words.length > 0 && !words.some((word) => `${name} ${structure}`.includes(word))) continue;
  const start = `| \`${name}\` ${versionOf(name)} | ${structure} | ${calls} |`;
  if (folderOf(library) === undefined) {
    console.log(`${start} | not installed | | | |`);
    continue;
  }
  const { checks, seconds } = await linearFound(library, Number(values.seconds));
  const isExpected = checks.every(({ verdict }, i) => verdict === expected[i]);
  if (!isExpected) unlike++;
  const end = `${seconds.toFixed(1)}${isExpected ? '' : `: not ${expected.join()}`} |`;
  console.log(`${start} ${checks[0]!.scenarios!.count} | ${checks.map(told).join(' | ')} | ${end}`);
}
console.log(unlike === 0 ? 'all as expected' : `${unlike} not as expected`);
process.exitCode = unlike === 0 ? 0 : 1;
