import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { load, resolve } from '../../src/adapters/typescript-hooks.js';

const folder = mkdtempSync(join(tmpdir(), 'fencepost-hooks-'));
afterAll(() => rmSync(folder, { recursive: true }));

const TYPED = 'export const one: number = 1;\n';
for (const [name, text] of Object.entries({
  'ring.ts': TYPED,
  'worker.mts': TYPED,
  'old.cts': 'const one: number = 1;\nmodule.exports = { one };\n',
  'both.ts': TYPED,
  'both.js': '',
  'page.tsx': TYPED,
  'wrong.ts': 'export const = 1;\n',
  'enum.ts': 'export enum Order { Relaxed = 3 }\n',
  'plain.js': '',
  'cjs/package.json': '{ "type": "commonjs" }',
  'cjs/inner/queue.ts': TYPED,
})) {
  mkdirSync(join(folder, name, '..'), { recursive: true });
  writeFileSync(join(folder, name), text);
}
const urlOf = (name: string): string => pathToFileURL(join(folder, name)).href;

describe('the meaning of an import in TypeScript', () => {
  it.each([
    ['./ring.js', './ring.ts'],
    ['./ring', './ring.ts'],
    ['./ring.ts', './ring.ts'],
    ['./worker.mjs', './worker.mts'],
    ['./old.cjs', './old.cts'],
    ['./page.jsx', './page.tsx'],
    ['./page.js', './page.tsx'],
    ['./both.js', './both.js'],
    ['./nowhere.js', './nowhere.js'],
    ['../ring.js', '../ring.js'],
    ['ring.js', 'ring.js'],
    ['node:fs', 'node:fs'],
  ])('%s is %s', (specifier, found) => {
    expect(resolve(specifier, { parentURL: urlOf('test.ts') }, (name) => name)).toBe(found);
  });

  it('is left alone if its location is unknown', () => {
    expect(resolve('./ring.js', {}, (name) => name)).toBe('./ring.js');
    expect(resolve('./ring.js', { parentURL: 'data:text/javascript,' }, (name) => name)).toBe('./ring.js');
  });
});

describe('TypeScript for Node', () => {
  const loaded = (name: string): unknown => load(urlOf(name), {}, () => 'as it is');

  it.each([
    ['ring.ts', 'module'],
    ['worker.mts', 'module'],
    ['page.tsx', 'module'],
    ['old.cts', 'commonjs'],
    ['cjs/inner/queue.ts', 'commonjs'],
  ])('%s is loaded as %s', (name, format) => {
    expect(loaded(name)).toMatchObject({ format, shortCircuit: true });
  });

  it('has no types left, and says where it comes from', () => {
    const { source } = loaded('ring.ts') as { source: string };
    expect(source).toMatch(/^export const one = 1;\n/);
    const map = /sourceMappingURL=data:application\/json;base64,(\S+)\n$/.exec(source)![1]!;
    expect(JSON.parse(Buffer.from(map, 'base64').toString())).toMatchObject({ sources: ['ring.ts'], version: 3 });
  });

  it('may have enums', () => {
    const { source } = loaded('enum.ts') as { source: string };
    expect(source).toMatch(/"Relaxed"\] = 3/);
    expect(source).not.toMatch(/export enum/);
  });

  it('is refused with its place if it is wrong', () => {
    expect(() => loaded('wrong.ts')).toThrow(/wrong\.ts: .*\n(?:.*\n)*.*wrong\.ts:1/);
  });

  it('is all that is changed', () => {
    expect(loaded('plain.js')).toBe('as it is');
    expect(load('node:fs', {}, () => 'as it is')).toBe('as it is');
  });
});
