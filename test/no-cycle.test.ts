import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findCycle } from '../tools/eslint/no-cycle.js';

let folder: string;

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'fencepost-cycle-'));
});

afterEach(() => {
  fs.rmSync(folder, { recursive: true });
});

function cycleFromA(files: Record<string, string>): string[] | undefined {
  for (const [name, text] of Object.entries(files)) fs.writeFileSync(path.join(folder, name), text);
  const start = path.join(folder, 'a.ts');
  return findCycle(start, fs.readFileSync(start, 'utf8'))?.map((file) => path.basename(file));
}

test('a cycle through three files is found', () => {
  expect(
    cycleFromA({
      'a.ts': `import { b } from './b.js';`,
      'b.ts': `export * from './c.js';`,
      'c.ts': `import './a.js';`,
    }),
  ).toEqual(['a.ts', 'b.ts', 'c.ts', 'a.ts']);
});

test('a shared import is no cycle', () => {
  expect(
    cycleFromA({
      'a.ts': `import './b.js'; import './c.js';`,
      'b.ts': `import './c.js';`,
      'c.ts': `export {};`,
    }),
  ).toBeUndefined();
});

test('a type import does not close a cycle', () => {
  expect(cycleFromA({ 'a.ts': `import './b.js';`, 'b.ts': `import type { A } from './a.js';` })).toBeUndefined();
});
