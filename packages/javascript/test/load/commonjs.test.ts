import { expect, test } from 'vitest';
import { defaultOf, load } from './graphs.js';

test('require: exports, module.exports, one instance per world', async () => {
  const { run } = await load({
    'main.cjs': `const a = require('./a.cjs'); const b = require('./b'); a.count++;
      exports.default = [require('./a.cjs').count, b(), __filename.endsWith('main.cjs'), this === exports || this === module.exports, require.main === module];`,
    'a.cjs': `exports.count = 1;`,
    'b.cjs': `module.exports = () => 'b';`,
  });
  expect((run()['default'] as { default: unknown }).default).toEqual([2, 'b', true, true, false]);
  expect((run()['default'] as { default: unknown }).default).toEqual([2, 'b', true, true, false]);
});

test('a cycle of requires gives the exports so far', async () => {
  expect(
    await defaultOf({
      'main.mjs': `import a from './a.cjs'; export default [a.seen, a.done];`,
      'a.cjs': `exports.early = 1; const b = require('./b.cjs'); exports.seen = b.seen; exports.done = true;`,
      'b.cjs': `const a = require('./a.cjs'); exports.seen = [a.early, a.done];`,
    }),
  ).toEqual([[1, undefined], true]);
});

test('ES modules import CommonJS: default is module.exports, names are its properties', async () => {
  const { run } = await load({
    'main.mjs': `import all, { named } from './a.cjs'; import f from './f.cjs'; import * as space from './a.cjs';
      import transpiled, { default as same } from './transpiled.cjs';
      export default [all.named, named, f(), Object.keys(space), space.default === all, transpiled.default, same === transpiled];`,
    'a.cjs': `exports.named = 'n';`,
    'f.cjs': `module.exports = function () { return 'f'; };`,
    'transpiled.cjs': `Object.defineProperty(exports, '__esModule', { value: true }); exports.default = 'd';`,
  });
  const expected = ['n', 'n', 'f', ['default', 'named'], true, 'd', true];
  expect(run()['default']).toEqual(expected);
  expect(run()['default']).toEqual(expected);
});

test('named imports of CommonJS have the values after its evaluation', async () => {
  const { run } = await load({
    'main.mjs': `import all, { count, add } from './a.cjs'; import * as space from './a.cjs';
      add(); export default [count, all.count, space.count, space.default.count];`,
    'a.cjs': `exports.count = 0; exports.count = 1; exports.add = () => exports.count++;`,
  });
  expect(run()['default']).toEqual([1, 2, 1, 2]);
  expect(run()['default']).toEqual([1, 2, 1, 2]);
});

test('export * from CommonJS', async () => {
  const { run } = await load({
    'main.mjs': `import { a, b } from './all.mjs'; export default [a, b];`,
    'all.mjs': `export * from './a.cjs'; export const b = 2;`,
    'a.cjs': `exports.a = 1;`,
  });
  expect(run()['default']).toEqual([1, 2]);
  expect(run()['default']).toEqual([1, 2]);
});

test('require of an ES module gives its namespace, or its export module.exports', async () => {
  expect(
    await defaultOf({
      'main.mjs': `import a from './a.cjs'; export default a;`,
      'a.cjs': `const m = require('./m.mjs'); module.exports = [m.default, m.named, Object.keys(m), require('./n.mjs')];`,
      'm.mjs': `export default 'd'; export const named = 'n';`,
      'n.mjs': `const value = 'whole'; export { value as 'module.exports' };`,
    }),
  ).toEqual(['d', 'n', ['default', 'named'], 'whole']);
});

test('JSON: each world has its own', async () => {
  const { run } = await load({
    'main.mjs': `import data from './data.json' with { type: 'json' }; import same from './a.cjs'; data.list.push(2); export default [data, data === same];`,
    'a.cjs': `module.exports = require('./data');`,
    'data.json': '{ "list": [1] }',
  });
  expect(run()['default']).toEqual([{ list: [1, 2] }, true]);
  expect(run()['default']).toEqual([{ list: [1, 2] }, true]);
});

test('JSON that is none', async () => {
  await expect(load({ 'main.mjs': `import './data.json';`, 'data.json': '{' })).rejects.toMatchObject({
    code: 'JS_SYNTAX',
  });
});

test('a package that is required but missing can be done without', async () => {
  expect(
    await defaultOf({
      'main.cjs': `let code; try { require('not-installed'); } catch (error) { code = error.code; } module.exports = code;`,
    }),
  ).toBe('MODULE_NOT_FOUND');
});

test("a failed module fails again, and Node's own modules are there", async () => {
  expect(
    await defaultOf({
      'main.cjs': `const path = require('path'); const seen = [];
        for (let i = 0; i < 2; i++) try { require('./bad.cjs'); } catch (error) { seen.push(error.message); }
        module.exports = [seen, path === require('node:path'), path.basename(require.resolve('./bad.cjs')), Object.keys(require.cache).length];`,
      'bad.cjs': `throw new Error('bad');`,
    }),
  ).toEqual([['bad', 'bad'], true, 'bad.cjs', 2]);
});

test('a computed require', async () => {
  const { run, graph } = await load({
    'main.cjs': `const load = (name) => require(name);\nexports.known = load('./a.cjs');\nload('./b.cjs');\nrequire('./a.cjs');`,
    'a.cjs': '',
    'b.cjs': 'require("./c" + ".json")',
    'c.json': '1',
  });
  graph.close();
  expect(run).toThrow(
    expect.objectContaining({
      code: 'JS_MODULE',
      message: "require('./b.cjs') in main.cjs: this module was not loaded",
      hint: expect.stringContaining('literal') as string,
      site: expect.objectContaining({ file: 'main.cjs' }) as object,
    }),
  );
});

test('a computed require, before checks run', async () => {
  const { run, graph } = await load({
    'main.cjs': `const load = (name) => require('./' + name);\nexports.both = [load('b.cjs'), load('b.cjs')];`,
    'b.cjs': 'module.exports = [require("./c" + ".json")];',
    'c.json': '7',
  });
  const [once, again] = run()['both'] as unknown[];
  expect(once).toEqual([7]);
  expect(again).toBe(once);
  expect(graph.size).toBe(3);
  graph.close();
  expect(run()['both']).toEqual([[7], [7]]);
  expect(graph.size).toBe(3);
});

test('createRequire gives modules of the world', async () => {
  const { run } = await load({
    'main.mjs': `import { createRequire } from 'node:module'; import a from './a.cjs';
      const require = createRequire(import.meta.url); a.count++;
      export default [require('./a.cjs').count, require('./data.json').x, require('path') === require('node:path')];`,
    'a.cjs': `exports.count = 0;`,
    'data.json': '{ "x": 1 }',
  });
  expect([run()['default'], run()['default']]).toEqual([
    [1, 1, true],
    [1, 1, true],
  ]);
});
