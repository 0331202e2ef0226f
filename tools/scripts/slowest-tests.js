// Prints the slowest tests of JSON reports of Vitest. Usage: slowest-tests.js <count> <report>…
import fs from 'node:fs';
import path from 'node:path';
import { readReport } from './test-report.js';

const [count = '10', ...reports] = process.argv.slice(2);

const tests = reports
  .filter((report) => fs.existsSync(report))
  .flatMap(readReport)
  .flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, duration }) => ({
      file: path.relative('.', name),
      fullName,
      duration: duration ?? 0,
    })),
  )
  .sort((a, b) => b.duration - a.duration);
for (const { file, fullName, duration } of tests.slice(0, Number(count))) {
  console.log(`${(duration / 1000).toFixed(1).padStart(7)} s  ${file}: ${fullName.trim()}`);
}
