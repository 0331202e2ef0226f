import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { IN_PLACE_INSTRUMENTS, instrumentInPlace } from '../../src/transform/in-place.js';
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

/** As Node would run it: a CommonJS module in a function, an ECMAScript module by its default export. */
function inPlace(snippet: Snippet): Run {
  const { kind = 'esm', language = 'js' } = snippet;
  const text = instrumentInPlace(textOf(snippet), `/f.${language}`, kind);
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
    instrumentInPlace(source, file, kind).split('\n');

  test('has its lines where they were, and directives first', () => {
    expect(lines('#!/usr/bin/env node\n"use strict"\n\na[0] = 1;\n', 'cjs')).toEqual([
      '#!/usr/bin/env node',
      String.raw`"use strict";var $fp_S=$fp_module("/f.js","[[4,1,\"a\"]]");`,
      '',
      '$fp_w(a,0 , 1,$fp_S+0);',
      '',
    ]);
    expect(lines('#!/usr/bin/env node\na[0];')).toEqual([
      '#!/usr/bin/env node',
      String.raw`;var $fp_S=$fp_module("/f.js","[[2,1,\"a\"]]");$fp_r(a,0,$fp_S+0);`,
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
    const text = instrumentInPlace('interface I { a: 1 }\n\nconst a: Int32Array = b;\na[0] = 1;', '/f.ts', 'esm');
    expect(text).toContain(String.raw`[[4,1,\"a\"]]`);
  });
});
