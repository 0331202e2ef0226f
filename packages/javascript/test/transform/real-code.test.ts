import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { isFencepostError } from '@fencepost/core';
import { parseSync } from 'oxc-parser';
import { expect, test } from 'vitest';
import { instrument } from '../../src/transform/instrument.js';

const REPOSITORY = path.resolve(import.meta.dirname, '../../../..');
const FOLDERS = ['fast-check', 'vite/dist', 'magic-string', 'preact', 'semver', 'picomatch'].map(
  (name) => `node_modules/${name}`,
);
const SOURCES = ['core', 'c', 'explore', 'litmus', 'report', 'fencepost', 'javascript'].map(
  (name) => `packages/${name}/src`,
);
/** Files taken from each folder: more of the same would show little. */
const MOST_FILES = 60;

function* filesIn(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) yield* filesIn(file);
    else if (/\.[mc]?[jt]s$/.test(entry.name) && !/\.d\.[mc]?ts$/.test(entry.name)) yield file;
  }
}

function kindOf(file: string, source: string): 'esm' | 'cjs' {
  if (/\.c[jt]s$/.test(file)) return 'cjs';
  return /\.(m[jt]s|ts)$/.test(file) || /^\s*(import|export)\b/m.test(source) ? 'esm' : 'cjs';
}

/** What is wrong with the instrumented module, if anything. */
function complaint(file: string): string | undefined {
  const source = readFileSync(file, 'utf8');
  const kind = kindOf(file, source);
  let code: string;
  try {
    ({ code } = instrument(source, file, { kind, globals: [] }));
  } catch (error) {
    return isFencepostError(error) && error.message.includes('reserved') ? undefined : `${file}: ${String(error)}`;
  }
  const [error] = parseSync('code.js', code, { lang: 'js', sourceType: 'script' }).errors;
  return error === undefined ? undefined : `${file}: ${error.message}`;
}

test('transformed real code can be parsed again', { timeout: 60_000 }, () => {
  const complaints: string[] = [];
  let count = 0;
  for (const folder of [...SOURCES, ...FOLDERS]) {
    for (const file of [...filesIn(path.join(REPOSITORY, folder))].slice(0, MOST_FILES)) {
      count++;
      const found = complaint(file);
      if (found !== undefined) complaints.push(found);
    }
  }
  expect(complaints).toStrictEqual([]);
  expect(count).toBeGreaterThan(100);
});
