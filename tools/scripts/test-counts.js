// Prints "<passed> <failed>" for a JSON report of Vitest. Usage: test-counts.js <report> <exit code of Vitest>
import fs from 'node:fs';

const [report = '', exitCode = '0'] = process.argv.slice(2);

/** @typedef {{ status: string, assertionResults: { status: string }[] }} TestFile */

let passed = 0;
let failed = 0;
if (fs.existsSync(report)) {
  /** @type {unknown} */
  const parsed = JSON.parse(fs.readFileSync(report, 'utf8'));
  for (const file of /** @type {{ testResults: TestFile[] }} */ (parsed).testResults) {
    const failedHere = file.assertionResults.filter((test) => test.status === 'failed').length;
    passed += file.assertionResults.filter((test) => test.status === 'passed').length;
    // A file that does not load fails without a failed test in it.
    failed += failedHere === 0 && file.status === 'failed' ? 1 : failedHere;
  }
}
// No report, no tests, or an error outside any test: only the exit code tells.
if (exitCode !== '0' && failed === 0) failed = 1;
console.log(`${passed} ${failed}`);
