import { expect, test } from 'vitest';
import { link } from './evaluate.js';
import { fakeInstruments } from './fake-instruments.js';
import { instrumentText } from './helpers.js';

function evaluated(source: string, namespaces: readonly Record<string, unknown>[] = []): Record<string, unknown> {
  const linked = link(instrumentText(source, '/src/module.ts'), { instruments: fakeInstruments(), namespaces });
  linked.evaluate();
  return { ...linked.namespace };
}

test('imports of types are dropped, and so are imports that are used as types only', () => {
  const source = `
    import type { A } from './a.js'
    import { type B, b } from './b.js'
    import { C } from './c.js'
    import './d.js'
    export type { A }
    export type { E } from './e.js'
    export const x: A | B | C = b`;
  expect(instrumentText(source, '/src/module.ts').imports).toStrictEqual(['./b.js', './d.js']);
  expect(evaluated(source, [{ b: 1 }])).toStrictEqual({ x: 1 });
});

test('enums, namespaces and import assignments', () => {
  const found = evaluated(`
    export enum E { A = 1, B }
    export namespace N { export const twice = (x: number): number => [x * 2][0]!; export const y = twice(4) }
    export const values = [E.B, E[1], N.y]`);
  expect(found['values']).toStrictEqual([2, 'A', 8]);
});

test.each([
  'namespace N { export let n = 3; export const bump = () => ++n; }',
  'export namespace N { export var view: Int32Array; }',
  'namespace N.M { export let n = 3; }',
  'namespace N { export namespace M { export let n = 3; } }',
])('exported variables of namespaces are refused: %s', (text) => {
  expect(() => evaluated(`export let one = 1;\n${text}`)).toThrow(
    expect.objectContaining({ code: 'JS_UNSUPPORTED', site: expect.objectContaining({ line: 2 }) as unknown }),
  );
});

test('other variables of namespaces are not', () => {
  const text = `export let one = 1; declare namespace D { export let x: number; }
    namespace N { let n = 3; export const bump = () => ++n; export declare let y: number; } N.bump(); export const four = N.bump() - one`;
  expect(evaluated(text)).toMatchObject({ four: 4 });
});

test('sites and places are those of the file with types', () => {
  const source = `interface Shape {
  readonly area: number;
}
export function f(view: Int32Array,
  i: number): number { return view[i]! as number }
export const g = (v: Int32Array): number => Atomics.load(v, 0);`;
  const module = instrumentText(source, '/src/module.ts');
  expect(module.sites).toStrictEqual([
    { line: 5, column: 31, name: 'view' },
    { line: 6, column: 45, name: 'v' },
  ]);
  const lines = module.code.split('\n');
  const line = lines.findIndex((text) => text.includes('$fp_r(view'));
  expect(module.original(line + 1, lines[line]!.indexOf('view') + 1)).toStrictEqual({ line: 5, column: 31 });
});

test('JSX becomes calls of its runtime', () => {
  const module = instrumentText(`export const element = (list: string[]) => <p id={list[0]}>text</p>`, '/src/page.tsx');
  expect(module.imports).toStrictEqual(['react/jsx-runtime']);
  expect(module.code).toContain('$fp_r(list,0,');
});

test('errors are reported at their places, in units of the editor', () => {
  expect(() => instrumentText(`const s: string = 'é😀'; let x: = 1`, '/src/module.ts')).toThrow(
    expect.objectContaining({ code: 'JS_SYNTAX', site: { file: '/src/module.ts', line: 1, column: 33 } }),
  );
});

test('decorators are refused', () => {
  expect(() => instrumentText(`\nexport class A { @log m() {} }`, '/src/module.ts')).toThrow(
    expect.objectContaining({ code: 'JS_UNSUPPORTED', site: { file: '/src/module.ts', line: 2, column: 18 } }),
  );
});
