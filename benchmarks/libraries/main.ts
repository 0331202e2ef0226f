import { parseArgs } from 'node:util';
import { HARNESSES } from './harnesses.js';
import { folderOf, verdictsOf, versionOf } from './run.js';

// npm run bench -- libraries [WORD… --include FOLDER --seconds N]: the harnesses whose package or structure has one of the words, under SC, TSO, PSO
// and RC11, with what is installed. FOLDER has headers that Debian does not have. Those that need sources download them with apt-get.
const { values, positionals: words } = parseArgs({
  allowPositionals: true,
  options: { include: { type: 'string' }, seconds: { type: 'string', default: '120' } },
});

let unlike = 0;
console.log('| library | version | structure | SC | TSO | PSO | RC11 | |');
console.log('| --- | --- | --- | --- | --- | --- | --- | --- |');
for (const harness of HARNESSES) {
  const library = harness.package ?? harness.header.split('/')[0]!;
  if (words.length > 0 && !words.some((word) => `${library} ${harness.structure}`.includes(word))) continue;
  const start = `| ${library} | ${versionOf(harness.package)} | ${harness.structure} |`;
  const folder = folderOf(harness, values.include);
  if (folder === undefined) {
    console.log(`${start} | | | | not installed |`);
    continue;
  }
  try {
    const checks = await verdictsOf(harness, folder, Number(values.seconds));
    const isExpected = checks.every(({ verdict }, i) => verdict === harness.expected[i]);
    if (!isExpected) unlike++;
    const told = checks.map(({ verdict, executions }) => `${verdict} (${executions.toLocaleString('en')})`).join(' | ');
    console.log(`${start} ${told} | ${isExpected ? '' : `not ${harness.expected.join()}`} |`);
  } catch (error) {
    unlike++;
    console.log(`${start} | | | | ${(error as Error).message.split('\n')[0]} |`);
  }
}
console.log(unlike === 0 ? 'all as expected' : `${unlike} not as expected`);
process.exitCode = unlike === 0 ? 0 : 1;
