import fs from 'node:fs';
import path from 'node:path';
import { formatError, isFencepostError } from '@fencepost/core';
import { expect, test } from 'vitest';
import { Packages } from '../../src/load/packages.js';
import { isShim, registerShim } from '../../src/world/running/shims.js';
import { defaultOf, load } from './graphs.js';

const PACKAGE = {
  'node_modules/pkg/package.json':
    '{ "name": "pkg", "type": "module", "exports": { "import": "./index.js", "require": "./index.cjs" } }',
  'node_modules/pkg/index.js': `let count = 0; export const next = () => ++count;`,
  'node_modules/pkg/index.cjs': `let count = 100; exports.next = () => ++count;`,
};

const excluding = (...exclude: string[]): { packages: Packages } => ({
  packages: new Packages({ include: [], exclude }),
});

test('TypeScript files are found under the names of their compiled files', async () => {
  expect(
    await defaultOf({
      'main.ts': `import { a } from './a.js'; import { b } from './b'; import { c } from './c.mjs'; import { d } from './d.cjs'; import { e } from './e';
        import type { T } from './types'; const all: T = [a, b, c, d, e]; export default all;`,
      'a.ts': `export const a: number = 1;`,
      'b.ts': `export enum B { two = 2 } export const b = B.two;`,
      'c.mts': `export const c = 3 as const;`,
      'd.cts': `exports.d = 4;`,
      'e/index.ts': `export const e = 5; export interface Unused { readonly x: number }`,
      'types.ts': `export type T = readonly number[];`,
    }),
  ).toEqual([1, 2, 3, 4, 5]);
});

test('the kind of a file: by extension, package.json and its syntax', async () => {
  const { run } = await load({
    'main.js': `import a from './a.js'; import b from './b.js'; import c from './module/c.js'; import d from './d.ts'; export default [a, b, c, d];`,
    'a.js': `module.exports = typeof module;`,
    'b.js': `export default typeof module;`,
    'module/package.json': '{ "type": "module" }',
    'module/c.js': `globalThis.fencepostC = typeof module; export default globalThis.fencepostC;`,
    'd.ts': `export default typeof module;`,
    'package.json': '{ "type": "commonjs" }',
  });
  expect(run()['default']).toEqual(['object', 'undefined', 'undefined', 'undefined']);
});

test("TypeScript's own words for require", async () => {
  expect(
    await defaultOf({
      'main.cts': `import a = require('./a'); export = [a.value, typeof module];`,
      'a.ts': `const value: number = 1; export = { value };`,
    }),
  ).toEqual([1, 'object']);
});

test('syntax errors are reported with the file as users know it', async () => {
  expect(await errorText({ 'main.mjs': `import './a.mjs';`, 'a.mjs': '\nlet = ;' })).toMatch(
    /^a\.mjs:2:\d+: .*\[JS_SYNTAX\]/,
  );
});

test('packages that are excluded are loaded natively and shared by all worlds, others are not', async () => {
  const files = { 'main.mjs': `import { next } from 'pkg'; export default next();`, ...PACKAGE };
  const native = await load(files, excluding('pkg'));
  expect([native.run()['default'], native.run()['default'], native.graph.size]).toEqual([1, 2, 1]);
  const included = await load(files);
  expect([included.run()['default'], included.run()['default'], included.graph.size]).toEqual([1, 1, 2]);
});

test('import and require have their own conditions', async () => {
  const files = {
    'main.mjs': `import { next } from 'pkg'; import required from './a.cjs'; export default [next(), required.next()];`,
    'a.cjs': `module.exports = require('pkg');`,
    ...PACKAGE,
  };
  expect(await defaultOf(files, excluding('pkg'))).toEqual([1, 101]);
  expect(await defaultOf(files)).toEqual([1, 101]);
});

test('further conditions', async () => {
  const files = {
    'main.mjs': `import value from 'pkg'; export default value;`,
    'node_modules/pkg/package.json':
      '{ "name": "pkg", "exports": { "source": "./source.mjs", "default": "./built.mjs" } }',
    'node_modules/pkg/source.mjs': `export default 'source';`,
    'node_modules/pkg/built.mjs': `export default 'built';`,
  };
  expect(await defaultOf(files)).toBe('built');
  expect(await defaultOf(files, { conditions: ['source'] })).toBe('source');
});

test('aliases', async () => {
  const { folder } = await load({ 'main.mjs': '' });
  fs.writeFileSync(path.join(folder, 'lib.mjs'), `export const lib = 'lib';`);
  const files = {
    'main.mjs': `import { lib } from '@/lib.mjs'; import { lib as same } from 'exact'; export default [lib, same];`,
  };
  const alias = { '@': folder, exact: path.join(folder, 'lib.mjs') };
  expect(await defaultOf(files, { alias })).toEqual(['lib', 'lib']);
});

test('paths of tsconfig.json, for tests that it leaves out as well', async () => {
  const { run } = await load({
    'src/main.ts': `import { ring } from '@lib/ring.js'; export default ring;`,
    'test/ring.test.ts': `import { ring } from '@lib/ring'; export default ring;`,
    'src/lib/ring.ts': `export const ring = 'ring';`,
    'tsconfig.json': '{ "compilerOptions": { "paths": { "@lib/*": ["./src/lib/*"] } }, "include": ["src"] }',
  });
  expect(run()['default']).toBe('ring');
  const { run: runTest } = await load({
    'test/ring.test.ts': `import { ring } from '@lib/ring'; export default ring;`,
    'src/lib/ring.ts': `export const ring = 'ring';`,
    'tsconfig.json': '{ "compilerOptions": { "paths": { "@lib/*": ["./src/lib/*"] } }, "include": ["src"] }',
  });
  expect(runTest()['default']).toBe('ring');
});

test('a tsconfig.json that cannot be read does not matter', async () => {
  expect(
    await defaultOf({
      'main.ts': `import { a } from './a.js'; export default a;`,
      'a.ts': `export const a = 1;`,
      'tsconfig.json': '{ "extends": "not-installed/tsconfig.json" }',
    }),
  ).toBe(1);
});

test('imports of package.json and self-reference', async () => {
  const files = {
    'src/main.mjs': `import { a } from '#internal'; import { a as same } from 'self/a'; export default [a, same];`,
    'src/a.mjs': `export const a = 'a';`,
    'package.json':
      '{ "name": "self", "imports": { "#internal": "./src/a.mjs" }, "exports": { "./a": "./src/a.mjs" } }',
  };
  const { run, graph } = await load(files);
  expect(run()['default']).toEqual(['a', 'a']);
  expect(graph.size).toBe(2);
});

test('linked workspaces are instrumented', async () => {
  const { run, graph } = await load({
    'app/main.mjs': `import { next } from 'ring'; export default next();`,
    'ring/package.json': '{ "name": "ring", "type": "module", "exports": "./index.ts" }',
    'ring/index.ts': `let count: number = 0; export const next = (): number => ++count;`,
    'app/node_modules/ring': '-> ring',
  });
  expect([run()['default'], run()['default'], graph.size]).toEqual([1, 1, 2]);
});

async function errorText(files: Readonly<Record<string, string>>): Promise<string> {
  const error: unknown = await load(files).then(
    ({ run }) => {
      try {
        run();
      } catch (thrown) {
        return thrown;
      }
      return undefined;
    },
    (reason: unknown) => reason,
  );
  return isFencepostError(error) ? formatError(error) : String(error);
}

test('missing modules are reported with their place', async () => {
  expect(await errorText({ 'main.mjs': `\n\nimport x from './nowhere.mjs'; x();` })).toBe(
    `main.mjs:3: cannot find './nowhere.mjs' [JS_MODULE]\n  hint: Are the path and the extension correct?`,
  );
  expect(
    await errorText({
      'main.ts': `import './a';`,
      'a.ts': `export const a: number = 1;\nexport { x } from 'not-installed';`,
    }),
  ).toMatch(/^a\.ts:2: cannot find 'not-installed' \[JS_MODULE\]\n {2}hint: Is the package installed\?/);
  expect(await errorText({ 'main.mjs': `import '#x';`, 'package.json': '{ "imports": { "#y": "./y.js" } }' })).toMatch(
    /^main\.mjs:1: cannot find '#x'.*\n {2}hint: Is it in the `imports` of package.json\?$/,
  );
  expect(await errorText({ 'main.mjs': `import 'pkg/deep.js';`, ...PACKAGE })).toMatch(/deep\.js.*is not exported/s);
});

test('a name that is not exported', async () => {
  expect(
    await errorText({
      'main.mjs': `import * as all from './a.mjs';\nimport { b } from './a.mjs'; all.a; b;`,
      'a.mjs': `export const a = 1;`,
    }),
  ).toBe(`main.mjs:1: './a.mjs' does not export 'b' [JS_MODULE]`);
  expect(await errorText({ 'main.mjs': `import { nope } from 'node:fs'; nope;` })).toContain("does not export 'nope'");
  const types = { 'main.ts': `export { T, a } from './a.js';`, 'a.ts': `export type T = 1; export const a = 1;` };
  expect(await errorText(types)).toBe('undefined');
});

test('modules that cannot be loaded natively matter when they are used', async () => {
  const { run } = await load(
    {
      'main.mjs': `import { x } from 'bad'; import * as all from 'bad'; export default () => x; export const keys = () => ({ ...all });`,
      'node_modules/bad/package.json': '{ "name": "bad", "type": "module", "exports": "./index.js" }',
      'node_modules/bad/index.js': `throw new Error('needs a browser');`,
    },
    excluding('bad'),
  );
  const failure: unknown = expect.objectContaining({
    code: 'JS_MODULE',
    message: expect.stringContaining('needs a browser') as string,
  });
  const { default: use, keys } = run() as Record<string, () => unknown>;
  expect(use).toThrow(failure);
  expect(keys).toThrow(failure);
});

test('an entry that is not there', async () => {
  const { graph, folder } = await load({ 'main.mjs': '' });
  await expect(graph.add(path.join(folder, 'no.mjs'))).rejects.toMatchObject({ code: 'JS_MODULE' });
  expect(graph.has(path.join(folder, 'no.mjs'))).toBe(false);
});

test('worker files are loaded beforehand; one that is missing is no error', async () => {
  const { graph, folder, run } = await load({
    'main.ts': `export default [new URL('./w.js', import.meta.url), new URL('./no.js', import.meta.url), new URL('./data.txt', import.meta.url)].length;`,
    'w.ts': `import './part.js'; export default 'worker';`,
    'part.ts': '',
    'data.txt': '',
  });
  expect(run()['default']).toBe(3);
  expect(['w.js', 'w.ts', 'part.ts', 'no.js', 'data.txt'].map((file) => graph.has(path.join(folder, file)))).toEqual([
    true,
    true,
    true,
    false,
    false,
  ]);
  expect(run('w.js')['default']).toBe('worker');
});

test('files that are joined to a folder are loaded beforehand, too; an error in one is reported when it is used', async () => {
  const { graph, folder, run } = await load({
    'main.cjs': `const path = require('path');
      module.exports = [path.join(__dirname, 'lib', 'w.js'), __dirname + '/bad.cjs', __dirname + '/no.cjs'].length;`,
    'lib/w.ts': `import './part.js'; export default 'worker';`,
    'lib/part.ts': '',
    'bad.cjs': `let a = ;`,
  });
  expect(run()['default']).toBe(3);
  expect(run('lib/w.js')['default']).toBe('worker');
  expect(graph.has(path.join(folder, 'no.cjs'))).toBe(false);
  expect(() => graph.has(path.join(folder, 'bad.cjs'))).toThrow(expect.objectContaining({ code: 'JS_SYNTAX' }));
});

test('further entries', async () => {
  const { graph, folder, run } = await load({
    'main.mjs': '',
    'w.ts': `import './part.js'; export default 'worker';`,
    'part.ts': '',
  });
  const before = graph.digest;
  expect(graph.has(path.join(folder, 'w.js'))).toBe(false);
  await graph.add(path.join(folder, 'w.js'));
  expect(run('w.js')['default']).toBe('worker');
  expect(graph.digest).not.toBe(before);
});

test('the digest depends on the texts and not on the folder', async () => {
  const digest = async (text: string) => (await load({ 'main.mjs': `import './a.mjs';`, 'a.mjs': text })).graph.digest;
  expect(await digest('1')).toBe(await digest('1'));
  expect(await digest('1')).not.toBe(await digest('2'));
});

test('shims take the place of modules, in each world their own', async () => {
  let made = 0;
  registerShim('shimmed', () => ({ number: ++made }));
  expect([isShim('shimmed'), isShim('other')]).toEqual([true, false]);
  const { run } = await load({
    'main.mjs': `import { number } from 'shimmed'; import all from 'shimmed'; import required from './a.cjs'; export default [number, all.number, required.number];`,
    'a.cjs': `module.exports = require('shimmed');`,
  });
  expect(run()['default']).toEqual([1, 1, 1]);
  expect(run()['default']).toEqual([2, 2, 2]);
});

test('of files that are no programs only JSON can be imported', async () => {
  const { run } = await load({
    'main.mjs': `import text from './a.dat' with { type: 'text' }; import data from './a.json' with { type: 'json' };
      export default [data.n, () => text];`,
    'a.dat': 'no program',
    'a.json': '{ "n": 1 }',
  });
  const [n, text] = run()['default'] as [number, () => unknown];
  expect(n).toBe(1);
  expect(text).toThrow(
    expect.objectContaining({ code: 'JS_MODULE', hint: expect.stringMatching(/only JSON/) as unknown }) as Error,
  );
});
