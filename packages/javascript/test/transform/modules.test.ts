import { expect, test } from 'vitest';
import { evaluateCommonJs, link } from './evaluate.js';
import { fakeInstruments } from './fake-instruments.js';
import { instrumentText } from './helpers.js';

type Namespace = Record<string, unknown>;

function evaluated(source: string, namespaces: readonly Namespace[] = [], file?: string): Namespace {
  const linked = link(instrumentText(source, file), { instruments: fakeInstruments(), namespaces });
  linked.evaluate();
  return linked.namespace;
}

const call = (namespace: Namespace, name: string): unknown => (namespace[name] as () => unknown)();

test('all forms of export', () => {
  const found = evaluated(`
    export const a = 1, { b, c: [d], ...rest } = { b: 2, c: [3], e: 4 }
    export let f = 5
    export function g() { return 6 }
    export class H { static v = 7 }
    const i = 8
    export { i, i as j, i as "string name", i as default }
    export async function k() {}
    export function* l() { yield 9 }
    export {}`);
  expect(Object.keys(found).sort()).toStrictEqual(
    ['H', 'a', 'b', 'd', 'default', 'f', 'g', 'i', 'j', 'k', 'l', 'rest', 'string name'].sort(),
  );
  expect([found['a'], found['b'], found['d'], found['rest'], found['f']]).toStrictEqual([1, 2, 3, { e: 4 }, 5]);
  expect([call(found, 'g'), found['string name'], found['default'], found['j']]).toStrictEqual([6, 8, 8, 8]);
  expect([...(call(found, 'l') as Iterable<number>)]).toStrictEqual([9]);
});

test.each([
  ['an expression', 'export default [1, 2][1]', 2],
  ['a parenthesised expression', 'export default (1, 2)', 2],
  ['an object', 'export default { a: [1] }', { a: [1] }],
  ['a new object', 'const o = {}\nexport default o\n;[1].forEach(() => {})', {}],
])('export default: %s', (_what, source, value) => {
  expect(evaluated(source)['default']).toStrictEqual(value);
});

test.each([
  ['function () {}', 'default'],
  ['function named() {}', 'named'],
  ['function* () {}', 'default'],
  ['async function () {}', 'default'],
  ['class {}', 'default'],
  ['class Named {}', 'Named'],
  ['() => {}', 'default'],
  ['(function () {})', 'default'],
  ['class { static name = "own" }', 'own'],
])('export default %s is named %s', (text, name) => {
  expect(evaluated(`export default ${text}`)['default']).toHaveProperty('name', name);
});

test('exported bindings are live', () => {
  const found = evaluated('export let n = 0; export function up() { n++ } export default n');
  call(found, 'up');
  call(found, 'up');
  expect([found['n'], found['default']]).toStrictEqual([2, 0]);
});

test('functions can be called before the module is evaluated, variables cannot', () => {
  const source = `
    import { late } from './late.js'
    export function f() { return [late, g()] }
    function g() { return 1 }
    export default function () { return 2 }
    export const x = 1
    export class C {}`;
  const { namespace } = link(instrumentText(source), { instruments: fakeInstruments(), namespaces: [{ late: 3 }] });
  expect(call(namespace, 'f')).toStrictEqual([3, 1]);
  expect(call(namespace, 'default')).toBe(2);
  expect(() => namespace['x']).toThrow(ReferenceError);
  expect(() => namespace['C']).toThrow(ReferenceError);
});

test('imported bindings are live and read again at each use', () => {
  const other: Namespace = { n: 1, f: () => 'f', default: 'd', 'a b': 's', tag: () => 'tagged', C: Map };
  const found = evaluated(
    `import d, { n, f as g, "a b" as s, tag, C } from './other.js'
     import * as ns from './other.js'
     export const seen = () => [d, n, g(), s, tag\`x\`, ns.n, typeof n, typeof ns, { n, ns: ns.n }, [n][0], new C() instanceof C, new C([]) instanceof ns.C]
     export { n, g as h, ns }`,
    [other],
  );
  expect(call(found, 'seen')).toStrictEqual([
    'd',
    1,
    'f',
    's',
    'tagged',
    1,
    'number',
    'object',
    { n: 1, ns: 1 },
    1,
    true,
    true,
  ]);
  other['n'] = 2;
  expect((call(found, 'seen') as unknown[])[1]).toBe(2);
  expect([found['n'], call(found, 'h'), found['ns'] === other]).toStrictEqual([2, 'f', true]);
});

test('an imported function has no receiver, a method of a namespace has one', () => {
  const other = {
    self(this: unknown) {
      return this;
    },
  };
  const found = evaluated(
    `import { self } from './other.js'
     import * as ns from './other.js'
     export const a = self(), b = (self)(), c = self?.(), d = ns.self(), e = self.call(1), f = (0, self)()`,
    [other],
  );
  expect(Object.values({ ...found })).toStrictEqual([undefined, undefined, undefined, other, 1, undefined]);
});

test('names that shadow imports are left alone', () => {
  const found = evaluated(
    `import { x } from './other.js'
     export const a = ((x) => x)(1)
     export const b = (() => { { const x = 2; return x } })()
     export const c = (() => { const r = typeof x; { function x() {} } return r })()
     export const d = { x: 3 }.x + ({ x() { return x } }).x().length
     export const e = (function x() { return typeof x })()
     export const f = (() => { for (const x of [4]) return x })()
     export const g = (() => { try { throw 5 } catch (x) { return x } })()
     export const h = (() => { x: while (true) break x; return x })()
     export const i = (({ x = 6 }) => x)({}), j = (([x]) => ({ x }))([7])
     export const k = (() => { switch (1) { case 1: let x = 8; return x } })()
     export const l = class x { static n = typeof x }.n
     export const m = (() => { if (true) { var x = 9 } return x })()`,
    [{ x: 'imported' }],
  );
  const expected = [1, 2, 'string', 11, 'function', 4, 5, 'imported', 6, { x: 7 }, 8, 'function', 9];
  expect(Object.values({ ...found })).toStrictEqual(expected);
});

test('assigning to an import is an error', () => {
  const other = Object.freeze({ x: 1 });
  expect(() => evaluated(`import { x } from './o.js'; x = 2`, [other])).toThrow(TypeError);
  expect(() => evaluated(`import { x } from './o.js'; (() => { x++ })()`, [other])).toThrow(TypeError);
});

test('exports from other modules', () => {
  const a = { x: 1, default: 'da' };
  const b = { y: 2, default: 'db' };
  const source = `
    export { x, x as z, default } from './a.js'
    export * from './b.js'
    export * as ns from './b.js'
    export { default as d, "y" as "quoted y" } from './b.js'`;
  expect(instrumentText(source).imports).toStrictEqual(['./a.js', './b.js']);
  expect({ ...evaluated(source, [a, b]) }).toStrictEqual({
    x: 1,
    z: 1,
    default: 'da',
    y: 2,
    ns: b,
    d: 'db',
    'quoted y': 2,
  });
});

test('specifiers are listed', () => {
  const module = instrumentText(`
    import './b.js'
    import a from './a.js'
    import b from './b.js'
    import json from './x.json' with { type: 'json' }
    const w = new Worker(new URL('./worker.js', import.meta.url))
    const u = new URL('./no-worker.js', a)
    await import('./dynamic.js'); import(\`./\${a}.js\`); import('./other.js', { with: {} })`);
  expect(module.imports).toStrictEqual(['./b.js', './a.js', './x.json']);
  expect(module.dynamicImports).toStrictEqual(['./dynamic.js', './other.js']);
  expect(module.workerFiles).toStrictEqual(['./worker.js']);
  expect(instrumentText(`const a = require('a'), b = require(a)`, '/m.cjs', 'cjs').requires).toStrictEqual(['a']);
});

test.each([
  `path.join(__dirname, 'worker.js')`,
  `(0, node_path_1.resolve)(__dirname, './worker.js')`,
  `resolve(__dirname, 'lib', '..', 'worker.js')`,
  `__dirname + '/worker.js'`,
  '`${__dirname}/worker.js`',
  `require.resolve('./worker.js')`,
  `new Worker('./worker.js')`,
  `new threads.Worker('./worker.js', { name: 'w' })`,
])('%s may be a worker', (expression) => {
  const { workerFiles, joinedFiles } = instrumentText(`const file = ${expression}`, '/m.cjs', 'cjs');
  expect([workerFiles, joinedFiles]).toStrictEqual([[], ['worker.js']]);
});

test.each([`join(import.meta.dirname, 'worker.js')`, `fileURLToPath(import.meta.url + '/../worker.js')`])(
  '%s may be a worker',
  (expression) => {
    expect(instrumentText(`const file = ${expression}`).joinedFiles).toStrictEqual(['worker.js']);
  },
);

test.each([
  `path.join(__dirname, 'data.json')`,
  `path.join(__dirname, name, 'worker.js')`,
  `path.join(folder, 'worker.js')`,
  `relative(__dirname, 'worker.js')`,
  `folder + '/worker.js'`,
  '`${folder}/worker.js`',
  '`file:${__dirname}/worker.js`',
  `Promise.resolve('./worker.js')`,
  `new Image('./worker.js')`,
])('%s is no worker', (expression) => {
  expect(instrumentText(`const file = ${expression}`, '/m.cjs', 'cjs').joinedFiles).toStrictEqual([]);
});

test('import.meta and import()', () => {
  const source = `export const url = import.meta.url, x = import.meta['url'].length, p = import('./x.js')`;
  const linked = link(instrumentText(source), {
    instruments: fakeInstruments(),
    dynamic: (specifier) => `got ${String(specifier)}`,
  });
  linked.evaluate();
  expect({ ...linked.namespace }).toStrictEqual({ url: linked.meta['url'], x: 27, p: 'got ./x.js' });
});

test('a module may declare a name that is a parameter outside', () => {
  const module = instrumentText('const Promise = 1, exports = 2, require = 3, module = 4; export { Promise, exports }');
  const linked = link(module, { instruments: fakeInstruments(), globals: ['outer'] });
  linked.evaluate();
  expect({ ...linked.namespace }).toStrictEqual({ Promise: 1, exports: 2 });
});

test('this is undefined in a module, exports in a CommonJS module', () => {
  expect(evaluated('export const self = this')['self']).toBeUndefined();
  const text = `this.a = [1][0]; exports.b = this === module.exports; exports.c = (() => { 'use strict'; return 2 })()`;
  expect(evaluateCommonJs(instrumentText(text, '/m.js', 'cjs'), { instruments: fakeInstruments() })).toStrictEqual({
    a: 1,
    b: true,
    c: 2,
  });
});

test('a directive makes a CommonJS module strict', () => {
  const instruments = fakeInstruments();
  const strict = instrumentText(
    `#!/usr/bin/env node\n'use strict'; exports.f = function () { return this }`,
    '/m.js',
    'cjs',
  );
  const sloppy = instrumentText(`exports.f = function () { return this }; return\nexports.f = 1`, '/m.js', 'cjs');
  const receiver = (module: typeof strict): unknown =>
    Reflect.apply(evaluateCommonJs(module, { instruments })['f'] as () => unknown, undefined, []);
  expect(receiver(strict)).toBeUndefined();
  expect(receiver(sloppy)).toBe(globalThis);
});

test('statements without semicolons around imports and exports', () => {
  const found = evaluated(
    `const a = [1]
     import { x } from './o.js'
     ;[a[0]] = [5]
     const b = a
     export { a, b }
     (() => { a[1] = x })()
     x
     ++a[0]`,
    [{ x: 2 }],
  );
  expect(found['a']).toStrictEqual([6, 2]);
});
