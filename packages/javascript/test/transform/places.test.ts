import { expect, test } from 'vitest';
import { instrumentText } from './helpers.js';

const NAMES: Readonly<Record<string, readonly [source: string, name: string]>> = {
  'a variable': ['view[0]', 'view'],
  'a property': ['this.state.flags[0]', 'flags'],
  'a private field': ['class A { #head; f() { return this.#head[0] } }', 'head'],
  'the first argument of Atomics': ['Atomics.load(state.flags, 0)', 'flags'],
  'the receiver of a method': ['this.bytes.fill(0)', 'bytes'],
  'the receiver of a method without arguments': ['list.views.at()', 'views'],
  'an element of an element': ['views[0][1]', 'views'],
  'the result of a call': ['getView()[0]', 'getView'],
  'a parenthesised expression': ['(a.view)[0]', 'view'],
  'an optional chain': ['(a?.view)[0]', 'view'],
  'nothing short': ['(a || b)[0]', ''],
};

test.each(Object.entries(NAMES))('memory is named after %s', (_what, [source, name]) => {
  expect(instrumentText(source).sites[0]!.name).toBe(name);
});

test('sites are where the expression begins, in UTF-16 columns', () => {
  const { sites } = instrumentText(`const s = '😀é'; f(s)
  ;  Atomics
    .store(v, i[0], 1)
x = a.b[c] + new Int8Array(d)
while (true) v[0]++`);
  expect(sites.map(({ line, column }) => [line, column])).toStrictEqual([
    [1, 18],
    [2, 6],
    [3, 15],
    [4, 5],
    [4, 14],
    [5, 1],
    [5, 14],
  ]);
});

const MULTILINE = `#!/usr/bin/env node
import { x } from './x.js'
export const view = f(x,
  a[0] /* ] */ [
    1
  ]++, // )
  (b
    ?.c
    [2]))
export default class {
  m() { return view[3] }
}
export { x }
  from './y.js'
last[4]`;

test('lines stay lines', () => {
  const { code } = instrumentText(MULTILINE);
  const lines = code.split('\n');
  expect(lines).toHaveLength(MULTILINE.split('\n').length + 2);
  expect(lines[10]).toContain('$fp_r(view,3');
  expect(lines[14]).toContain('$fp_r(last,4');
});

test.each(['f(x', 'a[0]', 'view[3]', 'last[4]', 'class {'])('the original place of %s', (text) => {
  const module = instrumentText(MULTILINE);
  const before = MULTILINE.slice(0, MULTILINE.indexOf(text)).split('\n');
  const place = { line: before.length, column: before.at(-1)!.length + 1 };
  const word = /^\w+/.exec(text)![0];
  const lines = module.code.split('\n');
  const columns = [...lines[place.line - 1]!.matchAll(new RegExp(`(?<![\\w$.])${word}\\b`, 'g'))].map(
    ({ index }) => index + 1,
  );
  expect(columns.map((column) => module.original(place.line, column))).toContainEqual(place);
});

test('the original place of an error in a stack trace', () => {
  const source = `function f(a) {\n  return a[0] + a[1][2] + a[2].missing.x\n}\nexports.f = f`;
  const module = instrumentText(source, '/src/module.js', 'cjs');
  const at = module.code.split('\n')[1]!.indexOf('.x') + 2;
  expect(module.original(2, at)).toStrictEqual({ line: 2, column: source.split('\n')[1]!.indexOf('.x') + 2 });
  expect(module.original(1, 1)).toStrictEqual({ line: 1, column: 1 });
  expect(module.original(999, 1).line).toBe(4);
});

test('syntax errors have a place', () => {
  expect(() => instrumentText(`let a = '😀'\nlet b = = 2`)).toThrow(
    expect.objectContaining({ code: 'JS_SYNTAX', site: { file: '/src/module.js', line: 2, column: 9 } }),
  );
  expect(() => instrumentText(`let a; let a`)).toThrow(expect.objectContaining({ code: 'JS_SYNTAX' }));
  expect(() => instrumentText(`import a from 'a'`, '/m.cjs', 'cjs')).toThrow(
    expect.objectContaining({ code: 'JS_SYNTAX' }),
  );
});

test('code that cannot be instrumented is refused with a place', () => {
  const refused = (source: string): unknown => {
    try {
      return instrumentText(source).code;
    } catch (error) {
      return error;
    }
  };
  const at = (line: number, column: number): unknown =>
    expect.objectContaining({ code: 'JS_UNSUPPORTED', site: { file: '/src/module.js', line, column } });
  expect(refused(`let x\nconst $fp_r = 1`)).toEqual(at(2, 7));
  expect(refused(`(a?.[0].b)()`)).toEqual(at(1, 2));
  expect(refused(`class A { #m; static f(a) { return a.#m?.()[0] } }`)).toEqual(at(1, 36));
  expect(refused(`delete (a?.[0].b)`)).toEqual(at(1, 1));
});

test('long sums do not exhaust the stack', () => {
  const { sites } = instrumentText(
    `x = ${Array(20_000).fill('a[0]').join(' + ')} || ${Array(20_000).fill('b').join(' && ')}`,
  );
  expect(sites).toHaveLength(20_000);
});
