import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The x86 litmus tests with herd7's results; not part of the repository, so tests that need them may have to be skipped. */
export const CORPUS =
  process.env['FENCEPOST_LITMUS'] ?? fileURLToPath(new URL('../../../../shared/litmus-x86', import.meta.url));

export const EXPECTED = `${CORPUS}/expected.tsv`;
export const corpusIsAbsent = !existsSync(EXPECTED);

/** Returns the files for which there are expected results. */
export function corpusFiles(): string[] {
  const rows = readFileSync(EXPECTED, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  return [...new Set(rows.map((row) => row.slice(0, row.indexOf('\t'))))];
}
