import fs from 'node:fs';
import path from 'node:path';
import { ESLint } from 'eslint';
import { describe, expect, test } from 'vitest';
import { floors } from '../tools/eslint/floors.js';

const root = path.join(import.meta.dirname, '..');

// Only our own rules are looked at, so the snippets need no types, and the file need not be part of a project.
const eslint = new ESLint({
  cwd: root,
  ruleFilter: ({ ruleId }) => ruleId.startsWith('fencepost/'),
  overrideConfig: { languageOptions: { parserOptions: { project: null } } },
});

async function lint(folder: string, code: string, file = 'snippet.ts'): Promise<string[]> {
  const results = await eslint.lintText(code, { filePath: path.join(root, 'packages', folder, 'src', file) });
  return results.flatMap((result) => result.messages.map((message) => message.ruleId ?? message.message));
}

describe('floors', () => {
  test.each([
    ['core', `import { x } from '@fencepost/explore';`],
    ['core', `import type { X } from '@fencepost/litmus';`],
    ['core', `export * from '@fencepost/explore';`],
    ['core', `export { x } from '@fencepost/explore/deep.js';`],
    ['core', `export const x = import('@fencepost/explore');`],
    ['core', `export type X = import('@fencepost/explore').X;`],
    ['core', `import x = require('@fencepost/explore');`],
    ['core', `import { x } from '@fencepost/core';`],
    ['core', `import { x } from '../../explore/src/index.js';`],
    ['core', `import fs from 'node:fs';`],
    ['core', `import fc from 'fast-check';`],
    ['explore', `import { x } from '@fencepost/litmus';`],
    ['explore', `import { x } from 'fencepost';`],
    ['explore', `import { x } from '../../core/src/index.js';`],
    ['litmus', `import { x } from '@fencepost/explore';`],
    ['fencepost', `import { x } from '@fencepost/unheard-of';`],
    ['fencepost', `import { x } from '../../core/src/index.js';`],
    ['unheard-of', `import { x } from '@fencepost/core';`],
  ])('%s must not: %s', async (folder, code) => {
    expect(await lint(folder, code)).toEqual(['fencepost/floors']);
  });

  test.each([
    ['core', `import { x } from './other.js';`],
    ['core', `import { x } from './deep/../other.js';`],
    ['explore', `import { x } from '@fencepost/core';`],
    ['litmus', `import type { X } from '@fencepost/core';`],
    ['fencepost', `import { x } from '@fencepost/explore';`],
    ['fencepost', `import fs from 'node:fs';`],
  ])('%s may: %s', async (folder, code) => {
    expect(await lint(folder, code)).toEqual([]);
  });

  test.each([
    ['c', 'ir/snippet.ts', `import type { Context } from '../vm/context.js';`],
    ['javascript', 'world/snippet.ts', `import { ModuleGraph } from '../load/graph.js';`],
  ])('%s has floors inside, which %s must not turn round', async (folder, file, code) => {
    expect(await lint(folder, code, file)).toEqual(['fencepost/no-circle']);
  });

  test.each(Object.entries(floors))('the package.json of %s declares exactly its floor', (folder, floor) => {
    const text = fs.readFileSync(path.join(root, 'packages', folder, 'package.json'), 'utf8');
    const manifest = JSON.parse(text) as { name: string; dependencies?: Record<string, string> };
    const workspace = Object.keys(manifest.dependencies ?? {}).filter((name) => name.startsWith('@fencepost/'));
    expect(manifest.name).toBe(floor.name);
    // What is published has the others in it.
    expect(workspace).toEqual(folder === 'fencepost' ? [] : floor.imports);
  });
});
