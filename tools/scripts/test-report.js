import fs from 'node:fs';

/**
 * @typedef {{ status: string, fullName: string, duration?: number | null }} TestResult
 * @typedef {{ name: string, status: string, assertionResults: TestResult[] }} TestFile
 */

/**
 * The files of a JSON report of Vitest.
 *
 * @param {string} path
 * @returns {TestFile[]}
 */
export function readReport(path) {
  /** @type {unknown} */
  const parsed = JSON.parse(fs.readFileSync(path, 'utf8'));
  return /** @type {{ testResults: TestFile[] }} */ (parsed).testResults;
}
