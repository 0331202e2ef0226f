import { TraceMap, originalPositionFor } from '@jridgewell/trace-mapping';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { IN_PLACE_INSTRUMENTS, functionTexts, instrumentInPlace } from '../../src/transform/in-place.js';
import { CORPUS } from './corpus/index.js';
import type { Snippet } from './corpus/snippet.js';
import { fakeInstruments } from './fake-instruments.js';
import type { Run } from './snippets.js';
import { outcomeOf, plain, textOf } from './snippets.js';

const GLOBALS = ['module', 'note', 'Atomics', ...IN_PLACE_INSTRUMENTS].map((name) => `$fp_${name}`);

beforeAll(() => {
  const values: Record<string, unknown> = { ...fakeInstruments(), module: () => 1, Atomics };
  for (const name of GLOBALS) Reflect.set(globalThis, name, values[name.slice('$fp_'.length)]);
});
afterAll(() => {
  for (const name of GLOBALS) Reflect.deleteProperty(globalThis, name);
});

/** Without the text that it was. */
function instrumented(source: string, file: string, kind: 'esm' | 'cjs'): string {
  return instrumentInPlace(source, file, kind).text.replace(JSON.stringify({ source, file, kind }), '0');
}

/** As Node would run it: a CommonJS module in a function, an ECMAScript module by its default export. */
function inPlace(snippet: Snippet): Run {
  const { kind = 'esm', language = 'js' } = snippet;
  const text = instrumented(textOf(snippet), `/f.${language}`, kind);
  const body = kind === 'cjs' ? text : `"use strict";${text.replace('export default', 'module.exports.default =')}`;
  const module = { exports: {} as { default: Run } };
  const outer = (0, eval)(`(function(exports,require,module,__filename){${body}\n})`) as (...given: unknown[]) => void;
  outer(module.exports, () => undefined, module, '/f.js');
  return module.exports.default;
}

const groups = Object.entries(CORPUS).filter(([group]) => group !== 'async');

describe.each(groups)('code that is instrumented in place does the same: %s', (_group, snippets) => {
  test.each(snippets)('$name', (snippet) => {
    expect(outcomeOf(inPlace(snippet))).toStrictEqual(outcomeOf(plain(snippet)));
  });
});

describe('text that is instrumented in place', () => {
  const lines = (source: string, kind: 'esm' | 'cjs' = 'esm', file = '/f.js'): string[] =>
    instrumented(source, file, kind).split('\n');

  test('has its lines where they were, and directives first', () => {
    expect(lines('#!/usr/bin/env node\n"use strict"\n\na[0] = 1;\n', 'cjs')).toEqual([
      '#!/usr/bin/env node',
      String.raw`"use strict";var $fp_S=$fp_module(0,"[[4,1,\"a\"]]");`,
      '',
      '$fp_w(a,0 , 1,$fp_S+0);',
      '',
    ]);
    expect(lines('#!/usr/bin/env node\na[0];')).toEqual([
      '#!/usr/bin/env node',
      String.raw`;var $fp_S=$fp_module(0,"[[2,1,\"a\"]]");$fp_r(a,0,$fp_S+0);`,
    ]);
    expect(lines('#!/usr/bin/env node')).toHaveLength(1);
  });

  test('keeps imports, exports, loops, exceptions and async functions', () => {
    const source = `import { x, Atomics as y } from './x.js';
export { x as z } from './x.js'; export * from './y.js'; export { y };
for await (const z of x()) { try { await z; } catch { continue } }
export default class { @d accessor a = import.meta.url; async *m() { yield* x; } }`;
    expect(lines(source).slice(1)).toEqual([
      ...source.split('\n').slice(1, 2),
      'for await (const z of $fp_id(x)()) { try { await z; } catch { continue } }',
      ...source.split('\n').slice(3),
    ]);
  });

  test('has an Atomics of its own, unless the module has one', () => {
    expect(lines('Atomics.load(a, 0);')[0]).toContain('$fp_Atomics.load(a, $fp_at(0,$fp_S+0));');
    expect(lines('const Atomics = b; Atomics.load(a, 0);')[0]).toContain('; Atomics.load(');
    expect(lines("import { Atomics } from './a.js'; Atomics.load(a, 0);")[0]).toContain('; Atomics.load(');
    expect(lines('function f(Atomics) { return Atomics.load; }')[0]).toContain('return Atomics.load;');
  });

  test('of TypeScript knows the places of its source', () => {
    const { text } = instrumentInPlace('interface I { a: 1 }\n\nconst a: Int32Array = b;\na[0] = 1;', '/f.ts', 'esm');
    expect(text).toContain(String.raw`[[4,1,\"a\"]]`);
  });

  test('has a source map in which all words are where they were', () => {
    const source = '"use strict"; a[0] = b[1];\nfunction f() {\n  throw   a[0] + `${\n b[2]}`; }\n\n  f();';
    const { text, mappings } = instrumentInPlace(source, '/f.js', 'cjs');
    const map = new TraceMap({ version: 3, sources: ['/f.js'], names: [], mappings: mappings() });
    const originals = text.split('\n').flatMap((line, i) =>
      [...line.matchAll(/\b(?:function|f|throw|b)\b/g)].map(({ 0: word, index }) => {
        const found = originalPositionFor(map, { line: i + 1, column: index });
        return [word, found.line, found.column];
      }),
    );
    // The first line begins with the text of the module, which was not there.
    expect(originals.slice(-6)).toEqual([
      ...[['b', 1, 21], ['function', 2, 0], ['f', 2, 9], ['throw', 3, 2], ['b', 4, 1], ['f', 6, 2]],
    ]); // prettier-ignore
  });
});

describe('functions that are instrumented in place', () => {
  const WRITTEN = [
    '(a, { b } = a[0]) => a[b] ?? (() => a[1])()',
    'function (a) { return a?.[0]; /* end */ }',
    'class { #p = [1]; static m(a) { return a[0]; } get g() { return this.#p[0]; } }',
    'class extends Array { constructor(q) { super(); this[q] = q[0]; } }',
    'async function* named(a) { for await (const x of a[0]) x[0]++; }',
  ];

  test.each(WRITTEN)('have the text that was written: %s', (written) => {
    const module = { source: `const f = ${written};`, file: '/f.js', kind: 'cjs' } as const;
    const { text } = instrumentInPlace(module.source, module.file, module.kind);
    const f = (0, eval)(`(() => { ${text}; return f; })()`) as () => void;
    expect(String(f)).not.toBe(written);
    expect(functionTexts(module).get(String(f))).toBe(written);
  });

  test('are methods, too', () => {
    const methods = ['s(a) { return a[0]; }', 'get g() { return b[0]; }', 'async am(a) { return a[1]; }'];
    const source = `class C { static /* c */ ${methods.join('\n')} } const o = { ${methods.join(', ')} };`;
    const originals = [...functionTexts({ source, file: '/f.js', kind: 'esm' }).values()];
    for (const method of methods) expect(originals).toContain(method);
  });
});
