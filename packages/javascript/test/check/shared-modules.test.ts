import { describe, expect, test } from 'vitest';
import { endsOf, explore, programsIn } from './explored.js';

// Worlds share the instance of a module that only declares functions and classes, until one of them changes it.

const LIBRARY = `
export const FIRST = 1 << 2, SECOND = -FIRST;
class Hidden { method() { return 'method'; } }
export class Base { field = [FIRST, SECOND]; static make() { return new this(); } hidden() { return new Hidden(); } get size() { return 1; } }
export class Derived extends Base { #own = 2; get own() { return this.#own; } }
export function helper(x) { return x + 1; }
export async function later(x) { return x; }
export default function named() { return helper; }
`;

/** What two threads return that each do something to the library, whenever they do it again. */
async function resultsOf(body: string, library = LIBRARY): Promise<readonly string[]> {
  const check = `
    import { check } from 'fencepost';
    import named, { Base, Derived, FIRST, SECOND, helper, later } from './library.js';
    check('it', (t) => {
      const view = new Int32Array(new SharedArrayBuffer(4));
      for (const name of ['a', 'b']) t.thread(name, async () => {
        const before = Atomics.add(view, 0, 1);
        const result = await (async () => { ${body} })();
        Atomics.load(view, 0);
        return result;
      });
      t.after(({ a }) => { throw new Error(String(a)); });
    });`;
  const [program] = await programsIn({ 'it.test.mjs': check, 'library.js': library });
  return endsOf(program!, explore);
}

describe('a module of declarations', () => {
  test.each([
    ['a static property', 'return Base.count = (Base.count ?? 0) + 1;', '1'],
    ['a computed one', `const key = 'count'; return Base[key] = (Base[key] ?? 0) + 1;`, '1'],
    [
      'a method',
      `const old = Base.prototype.hidden; Base.prototype.hidden = () => 1; return old === Base.prototype.hidden || String(old) === '() => 1';`,
      'false',
    ],
    [
      'a property of a method',
      'const { hidden } = Base.prototype; return hidden.calls = (hidden.calls ?? 0) + 1;',
      '1',
    ],
    ['a property of a function', 'return helper.calls = (helper.calls ?? 0) + 1;', '1'],
    [
      'a prototype',
      'const had = Object.getPrototypeOf(Derived.prototype) === Base.prototype; Object.setPrototypeOf(Derived.prototype, {}); return had;',
      'true',
    ],
    [
      'what may be changed',
      'const could = Object.isExtensible(Base); Object.preventExtensions(Base); return could;',
      'true',
    ],
    [
      'an accessor',
      `const { size } = new Base(); Object.defineProperty(Base.prototype, 'size', { get: () => 2, configurable: true }); return size;`,
      '1',
    ],
    [
      'a property that becomes an accessor',
      `const text = typeof Base.make; Reflect.defineProperty(Base, 'make', { get: () => 2, configurable: true }); return text;`,
      'function',
    ],
    ['what is deleted', `const had = 'hidden' in Base.prototype; delete Base.prototype.hidden; return had;`, 'true'],
    [
      'by an alias',
      'const { assign } = Object; const had = Base.count; assign(Base, { count: 1 }); return String(had);',
      'undefined',
    ],
    [
      'a class that is not exported',
      'const { constructor } = new Base().hidden(); return constructor.count = (constructor.count ?? 0) + 1;',
      '1',
    ],
  ])('is new for each run that changes %s', async (_, body, expected) => {
    expect(await resultsOf(body)).toEqual([expected]);
  });

  test('works as any other', async () => {
    const body =
      'return [new Derived().own, Derived.make().field, FIRST, SECOND, helper(1), await later(5), named() === helper];';
    expect(await resultsOf(body)).toEqual(['2,4,-4,4,-4,2,5,true']);
  });

  test.each([
    ['a variable', 'let count = 0; export class Base { static next() { return ++count; } }'],
    [
      'a function that is replaced',
      'export class Base { static next() { const n = step(0); step = (x) => x + 2; return n; } } function step(x) { return x + 1; }',
    ],
    ['an object', 'const state = { count: 0 }; export class Base { static next() { return ++state.count; } }'],
    ['a static field', 'export class Base { static count = 0; static next() { return ++this.count; } }'],
    [
      'a static block',
      'export class Base { static #count; static { this.#count = 0; } static next() { return ++this.#count; } }',
    ],
    [
      'a regular expression',
      `const next = /x/g; export class Base { static next() { return next.test('xx') && next.lastIndex; } }`,
    ],
  ])('that has %s is new for each run', async (_, library) => {
    const others =
      'export class Derived {} export const FIRST = 1, SECOND = 2; export function helper() {} export function later() {} export default helper;';
    expect(await resultsOf('return Base.next();', `${library}\n${others}`)).toEqual(['1']);
  });
});
