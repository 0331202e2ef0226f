import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { circleOf } from '../tools/lint/no-circle.js';

let folder: string;

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'fencepost-circle-'));
});

afterEach(() => {
  fs.rmSync(folder, { recursive: true });
});

/** The circle that the first import of the first file lies on. */
function circle(files: Record<string, string>): string | undefined {
  for (const [name, text] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    fs.writeFileSync(path.join(folder, name), text);
  }
  const [name, text] = Object.entries(files)[0]!;
  const specifier = /'([^']+)'/.exec(text)![1]!;
  return circleOf(folder, path.join(folder, name), specifier)?.join(' -> ');
}

test('two folders that import each other, though their files do not', () => {
  expect(
    circle({
      'a/one.ts': `import { b } from '../b/one.js';`,
      'b/one.ts': `export const b = 1;`,
      'b/two.ts': `import { a } from '../a/two.js';`,
      'a/two.ts': `export const a = 1;`,
    }),
  ).toBe('a -> b -> a');
});

test.each([
  `import type { A } from '../a/one.js';`,
  `export * from '../a/one.js';`,
  `export type A = import('../a/one.js').A;`,
  `export const load = () => import('../a/one.js');`,
])('%s closes a circle', (text) => {
  expect(circle({ 'a/one.ts': `import '../b/one.js';`, 'b/one.ts': text })).toBe('a -> b -> a');
});

test('a circle through three folders', () => {
  expect(
    circle({
      'a/x.ts': `import '../b/x.js';`,
      'b/x.ts': `import '../c/x.js';`,
      'c/x.ts': `import type { X } from '../a/x.js';`,
    }),
  ).toBe('a -> b -> c -> a');
});

test('files beside folders are rooms of their own', () => {
  expect(circle({ 'a/x.ts': `import '../install.js';`, 'install.ts': `import './a/y.js';` })).toBe(
    'a -> install.ts -> a',
  );
});

test('a file above all others', () => {
  expect(circle({ 'index.ts': `import './a/y.js';`, 'other.ts': `import './index.js';` })).toBeUndefined();
});

test('two files of a folder that import each other, if only for types', () => {
  expect(circle({ 'a/x.ts': `import './y.js';`, 'a/y.ts': `import type { X } from './x.js';` })).toBe(
    'a/x.ts -> a/y.ts -> a/x.ts',
  );
});

test('folders within a folder', () => {
  expect(
    circle({
      'a/b/x.ts': `import '../c/x.js';`,
      'a/c/x.ts': `import '../b/y.js';`,
      'a/b/y.ts': '',
    }),
  ).toBe('a/b -> a/c -> a/b');
});

test('an order of folders is no circle', () => {
  expect(
    circle({
      'a/x.ts': `import '../b/x.js'; import '../c/x.js';`,
      'b/x.ts': `import '../c/x.js'; import fs from 'node:fs'; import './x.js';`,
      'c/x.ts': `// import '../a/x.js';\nexport const text = "import '../a/x.js'";`,
    }),
  ).toBeUndefined();
});
