// Prints the tests of JSON reports of Vitest that take too long to be quick. Usage: slow-quick-tests.js <seconds> <report>…
// A busy machine is no failure: this only tells.
import fs from 'node:fs';
import path from 'node:path';
import { readReport } from './test-report.js';

const [seconds = '5', ...reports] = process.argv.slice(2);
for (const { name, assertionResults } of reports.filter((report) => fs.existsSync(report)).flatMap(readReport)) {
  const longest = Math.max(0, ...assertionResults.map(({ duration }) => duration ?? 0)) / 1000;
  if (longest <= Number(seconds)) continue;
  console.log(`${longest.toFixed(1).padStart(7)} s  ${path.relative('.', name)}: rename it to .slow.test.ts?`);
}
