// Prints "<passed> <failed>" for a JSON report of Vitest. Usage: test-counts.js <report> <exit code of Vitest>
import fs from 'node:fs';
import { readReport } from './test-report.js';

const [report = '', exitCode = '0'] = process.argv.slice(2);

let passed = 0;
let failed = 0;
if (fs.existsSync(report)) {
  for (const file of readReport(report)) {
    const failedHere = file.assertionResults.filter((test) => test.status === 'failed').length;
    passed += file.assertionResults.filter((test) => test.status === 'passed').length;
    // A file that does not load fails without a failed test in it.
    failed += failedHere === 0 && file.status === 'failed' ? 1 : failedHere;
  }
}
// No report, no tests, or an error outside any test: only the exit code shows it.
if (exitCode !== '0' && failed === 0) failed = 1;
console.log(`${passed} ${failed}`);
