import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { CheckReport } from 'fencepost';
import { LINEAR_PACKAGES } from '@fencepost/testing/linear-packages';
import { linearChecks, linearFolder } from '@fencepost/testing/linear-checks';
import { REPOSITORY } from '../repository.js';

// npm run bench -- linear-packages [WORD… --seconds N]: are structures of npm packages linearizable? Those whose name has one of the words, for N
// seconds each.
const { values, positionals: words } = parseArgs({
  allowPositionals: true,
  options: { seconds: { type: 'string', default: '600' } },
});

function told({ verdict, executions, scenarios }: CheckReport): string {
  const shown = scenarios?.shown?.replace(/^[^:]*: /, '').replaceAll('|', '\\|');
  return `${verdict} (${executions.toLocaleString('en')})${verdict === 'failing' ? `: \`${shown}\`` : ''}`;
}

const chosen = LINEAR_PACKAGES.filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)));
const folder = await linearFolder(chosen, join(REPOSITORY, 'test', 'packages', 'linear'));
let unlike = 0;
console.log('| Package | Version | Structure | Scenarios | SC | ARMv8 | CPU s, all structures |');
console.log('| --- | --- | --- | --- | --- | --- | --- |');
for (const each of chosen) {
  const start = process.cpuUsage();
  const checks = await linearChecks(each, folder, Number(values.seconds));
  // What the thread used that has just ended is known a little later.
  await pause(20);
  const { user, system } = process.cpuUsage(start);
  for (const [structure, expected] of Object.entries(each.expected)) {
    const found = checks.filter(({ program }) => program === structure);
    const isExpected = expected.every((verdict, i) => verdict === found[i]?.verdict);
    if (!isExpected) unlike++;
    const end = `${((user + system) / 1e6).toFixed(1)}${isExpected ? '' : `: not ${expected.join()}`} |`;
    const { count, extent } = found[0]?.scenarios ?? { count: 0, extent: '' };
    const cells = [each.name, each.version, structure, `${count}: ${extent}`, ...found.map(told)];
    console.log(`| ${cells.join(' | ')} | ${end}`);
  }
}
await rm(folder, { recursive: true, force: true });
console.log(unlike === 0 ? 'all as expected' : `${unlike} not as expected`);
process.exitCode = unlike === 0 ? 0 : 1;
