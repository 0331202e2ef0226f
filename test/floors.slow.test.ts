import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { floors } from '../tools/lint/floors.js';

const root = path.join(import.meta.dirname, '..');
const oxlint = path.join(root, 'node_modules', 'oxlint', 'bin', 'oxlint');

// A copy of what the linter looks at, for files that would break it. Only our own rules matter, so it needs no types.
const copy = fs.mkdtempSync(path.join(os.tmpdir(), 'fencepost-floors-'));
afterAll(() => fs.rmSync(copy, { recursive: true }));
const configuration = fs
  .readFileSync(path.join(root, '.oxlintrc.jsonc'), 'utf8')
  .replace('./tools/lint/plugin.js', path.join(root, 'tools', 'lint', 'plugin.js'))
  .replace('"typeAware": true', '"typeAware": false');
fs.writeFileSync(path.join(copy, '.oxlintrc.jsonc'), configuration);

const MUST_NOT: [folder: string, code: string][] = [
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
  ['check', `import { x } from '@fencepost/litmus';`],
  ['fencepost', `import { x } from '@fencepost/unheard-of';`],
  ['fencepost', `import { x } from '../../core/src/index.js';`],
  ['unheard-of', `import { x } from '@fencepost/core';`],
];

const MAY: [folder: string, code: string][] = [
  ['core', `import { x } from './other.js';`],
  ['core', `import { x } from './deep/../other.js';`],
  ['explore', `import { x } from '@fencepost/core';`],
  ['litmus', `import type { X } from '@fencepost/core';`],
  ['fencepost', `import { x } from '@fencepost/explore';`],
  ['fencepost', `import fs from 'node:fs';`],
];

const TURNS_ROUND: [folder: string, inside: string, code: string][] = [
  ['c', 'ir', `import type { Context } from '../vm/context.js';`],
  ['javascript', 'world', `import { ModuleGraph } from '../load/graph.js';`],
];

const ENUM: [folder: string, code: string] = ['core', 'export enum Answer { Yes }'];

interface Snippet {
  readonly code: string;
  /** From `packages`. */
  readonly file: string;
}

const snippet = (folder: string, code: string, key: string, inside = ''): Snippet => ({
  code,
  file: path.join(folder, 'src', inside, `snippet-${key}.ts`),
});
const mustNot = MUST_NOT.map(([folder, code], i) => snippet(folder, code, `must-not-${i}`));
const may = MAY.map(([folder, code], i) => snippet(folder, code, `may-${i}`));
const turnsRound = TURNS_ROUND.map(([folder, inside, code], i) => snippet(folder, code, `turns-round-${i}`, inside));
const anEnum = snippet(...ENUM, 'enum');

/** The rules of ours that each breaks, by its file. All at once, as the linter takes a second to start. */
function lint(snippets: readonly Snippet[]): Map<string, string[]> {
  const packages = path.join(copy, 'packages');
  for (const folder of Object.keys(floors)) {
    const source = path.join(folder, 'src');
    fs.cpSync(path.join(root, 'packages', source), path.join(packages, source), { recursive: true });
  }
  for (const { file, code } of snippets) {
    fs.mkdirSync(path.dirname(path.join(packages, file)), { recursive: true });
    fs.writeFileSync(path.join(packages, file), code);
  }
  const files = snippets.map(({ file }) => path.join('packages', file));
  const { stdout, stderr } = spawnSync(process.execPath, [oxlint, '--format=json', ...files], { cwd: copy });
  const text = String(stdout);
  if (!text.startsWith('{')) throw new Error(text + String(stderr));
  const found = JSON.parse(text) as { diagnostics: { code: string; filename: string }[]; number_of_files: number };
  expect(found.number_of_files).toBe(snippets.length);
  const ours = found.diagnostics.filter(({ code }) => code.startsWith('fencepost('));
  return new Map(
    snippets.map(({ file }, i) => [file, ours.filter(({ filename }) => filename === files[i]).map(({ code }) => code)]),
  );
}

describe('floors', () => {
  let broken: Map<string, string[]>;
  beforeAll(() => {
    broken = lint([...mustNot, ...may, ...turnsRound, anEnum]);
  });

  test.each(mustNot)('$file must not: $code', ({ file }) => {
    expect(broken.get(file)).toEqual(['fencepost(floors)']);
  });

  test.each(may)('$file may: $code', ({ file }) => {
    expect(broken.get(file)).toEqual([]);
  });

  test.each(turnsRound)('a package has floors inside, which $file must not turn round', ({ file }) => {
    expect(broken.get(file)).toEqual(['fencepost(no-circle)']);
  });

  test('no package has an enum', () => {
    expect(broken.get(anEnum.file)).toEqual(['fencepost(no-enum)']);
  });

  test.each(Object.entries(floors))('the package.json of %s declares exactly its floor', (folder, floor) => {
    const text = fs.readFileSync(path.join(root, 'packages', folder, 'package.json'), 'utf8');
    const manifest = JSON.parse(text) as { name: string; dependencies?: Record<string, string> };
    const workspace = Object.keys(manifest.dependencies ?? {}).filter(
      (name) => name.startsWith('@fencepost/') || name === 'fencepost',
    );
    expect(manifest.name).toBe(floor.name);
    // What is published has the others in it.
    expect(workspace).toEqual(folder === 'fencepost' ? [] : floor.imports);
  });
});
