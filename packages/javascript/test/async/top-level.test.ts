import { Script } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { createInstruments } from '../../src/runtime/instruments.js';
import { instrument } from '../../src/transform/instrument.js';
import { GLOBAL_NAMES, globalValues } from '../../src/world/objects/global-names.js';
import { awaitValue } from '../../src/async/promise.js';
import { inWorld } from './worlds.js';

type Instantiate = (module: object) => Generator<unknown, unknown, unknown>;

/** Evaluates an ES module that imports nothing, waiting for what it awaits. */
function evaluate(source: string): readonly string[] {
  return inWorld(({ loop }) => {
    const log: string[] = [];
    const { code } = instrument(source, '/module.mjs', { kind: 'esm', globals: [...GLOBAL_NAMES, 'log'] });
    const outer = (0, eval)(code) as (...parameters: unknown[]) => Instantiate;
    const body = outer(
      createInstruments(),
      0,
      ...globalValues(),
      (event: unknown) => void log.push(String(event)),
    )({
      exports: () => undefined,
    });
    body.next();
    const step = (result: IteratorResult<unknown, unknown>): void => {
      if (result.done === true) log.push('evaluated');
      else {
        awaitValue(
          result.value,
          (value) => step(body.next(value)),
          (reason) => step(body.throw(reason)),
        );
      }
    };
    step(body.next());
    loop.run();
    return log;
  });
}

describe('at the top level of a module', () => {
  it('await waits', () => {
    expect(
      evaluate(`log(await 1); const x = await new Promise((r) => setTimeout(r, 5, 'late'))\nawait log(x)`),
    ).toEqual(['1', 'late', 'evaluated']);
  });

  it('await throws', () => {
    expect(evaluate(`try { await Promise.reject('no') } catch (e) { log(e) }`)).toEqual(['no', 'evaluated']);
  });

  it('for await iterates', () => {
    expect(
      evaluate(
        `async function* g() { yield 1; yield 2 }\nl: for await (const x of g()) { if (x === 1) continue l; log(x) }`,
      ),
    ).toEqual(['2', 'evaluated']);
  });

  it('async functions can be exported', () => {
    expect(
      evaluate(
        `export default async function () { return 'd' }\nexport async function f() { return 'f' }\nlog(await f())`,
      ),
    ).toEqual(['f', 'evaluated']);
  });
});

describe('instrumented async code', () => {
  it('keeps its lines', () => {
    const source = `const f = async (
  a, // first
  b = await_,
) => {
  for await (
    const x
    of a
  ) await
    x;
};
class C extends Object { async
  /* c */ m() {} }
async function* g() {
  return (
    1
  );
}
throw new Error('here');`.replace('async\n  /* c */ m', 'async /*\n c */ m');
    const { code } = instrument(source, '/lines.cjs', { kind: 'cjs', globals: [] });
    const line = (text: string): number => text.split('\n').findIndex((one) => one.includes("'here'"));
    expect(line(code)).toBe(line(source));
    expect(() => new Script(code)).not.toThrow();
  });

  it('lacks the functions that Node 20 lacks', () => {
    const source = `async function f() { await using x = g() }`;
    expect(() => instrument(source, '/a.cjs', { kind: 'cjs', globals: [] })).toThrow(/await using is not supported/);
  });

  it('knows `using` where Node does', () => {
    const read = (): unknown => instrument('{\n  using x = g();\n}', '/a.cjs', { kind: 'cjs', globals: [] });
    if (Number(process.versions.node.split('.')[0]) >= 24) expect(read).not.toThrow();
    else {
      const refusal = { code: 'JS_UNSUPPORTED', site: { file: '/a.cjs', line: 2, column: 3 }, hint: /Node 24/ };
      expect(read).toThrow(
        expect.objectContaining({ ...refusal, hint: expect.stringMatching(refusal.hint) as unknown }) as Error,
      );
    }
  });

  it('names the place of something that is refused', () => {
    expect(() =>
      instrument(`class A {\n  constructor() { this.f = async () => new.target }\n}`, '/a.cjs', {
        kind: 'cjs',
        globals: [],
      }),
    ).toThrow(
      expect.objectContaining({ code: 'JS_UNSUPPORTED', site: { file: '/a.cjs', line: 2, column: 28 } }) as Error,
    );
  });
});
