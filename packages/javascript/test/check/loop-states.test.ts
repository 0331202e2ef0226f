import { describe, expect, test } from 'vitest';
import { explore, programOf } from './explored.js';

/** The results of a loop that waits for a writer: what it was, what it does in an iteration, what it has become. */
async function resultsOf(before: string, iteration: string, after: string) {
  const program = await programOf(
    `const view = new Int32Array(new SharedArrayBuffer(8));
    t.thread('writer', () => { Atomics.store(view, 0, 1); });
    t.thread('reader', () => { ${before}; while (Atomics.load(view, 0) === 0) { ${iteration}; } return Number(${after}); });`,
    { unroll: 4 },
  );
  const { finals, states } = explore(program);
  const results = new Set<unknown>();
  for (const final of finals) results.add((states.outcome(final.local(1)) as { value: unknown }).value);
  return { results: [...results].sort(), cut: program.limits!().length > 0 };
}

/** Each of them takes turns between two states. */
const STATES: Readonly<Record<string, readonly [string, string, string]>> = {
  'a number': ['let s = 0', 's = 1 - s', 's'],
  'an object made anew': ['let s = { k: 0 }', 's = { ...s, k: 1 - s.k }', 's.k'],
  'an object changed, then copied': ['let s = { k: 0 }', 's.k ^= 1; s = { ...s }', 's.k'],
  'an object in an object': ['let s: any = { a: [0] }', 's = { a: [1 - s.a[0]] }', 's.a[0]'],
  'objects that are only themselves': ['const a = {}, b = {}; let s = a', 's = s === a ? b : a', 's === b'],
  'a ring of nodes': [
    'const a: any = { n: 0 }, b: any = { n: 1, next: a }; a.next = b; let s = a',
    's = s.next',
    's.n',
  ],
  'variables exchanged': ['let a = { k: 0 }, b = { k: 1 }', '[a, b] = [b, a]', 'a.k'],
  'a function': ['const a = () => 0, b = () => 1; let s = a', 's = s === a ? b : a', 's()'],
  'what a function captures': ['let s = () => 0', 'const old = s(); s = () => 1 - old', 's()'],
  'a class': [
    'let s: any = class { static k = 0 }',
    's = s.k ? class { static k = 0 } : class { static k = 1 }',
    's.k',
  ],
  'a private field': [
    'class P { #k; constructor(k: number) { this.#k = k; } get k() { return this.#k; } } let s = new P(0)',
    's = new P(1 - s.k)',
    's.k',
  ],
  'a new map': ['let s = new Map([[0, 0]])', 's = new Map([[0, 1 - s.get(0)!]])', 's.get(0)'],
  'a new date': ['let s = new Date(0)', 's = new Date(1 - Number(s))', 's'],
  'a new array of bytes': ['let s = Uint8Array.of(0)', 's = Uint8Array.of(1 - s[0]!)', 's[0]'],
  'an array, or not': ['let s: any = []', 's = Array.isArray(s) ? {} : []', '!Array.isArray(s)'],
  'a method by its name': ['const s = [0, 1], name = "reverse"', 's[name]()', 's[0]'],
  'a method that is called': ['const s = [0, 1]', 'Array.prototype.reverse.call(s)', 's[0]'],
  'a method that is applied': ['const s = [0, 1]', 'Reflect.apply(s.reverse, s, [])', 's[0]'],
  'a method in a chain': ['const s: any = [0, 1]', 's?.reverse?.()', 's[0]'],
  'a prototype': [
    'const a = { n: 0 }, b = { n: 1 }, s: any = Object.create(a)',
    'Object.setPrototypeOf(s, s.n ? a : b)',
    's.n',
  ],
  'a prototype as a property': [
    'const a = { n: 0 }, b = { n: 1 }, s: any = Object.create(a)',
    's.__proto__ = s.n ? a : b',
    's.n',
  ],
  'an object frozen': ['const s = { a: 1 }', 'Object.freeze(s)', 'Object.isFrozen(s)'],
  'a getter': [
    'const s: any = { get a() { return 0; } }',
    'const old = s.a; Object.defineProperty(s, "a", { get: () => 1 - old, configurable: true })',
    's.a',
  ],
  'a position in a text': ['const s = /x/y', '"x".match(s)', 's.lastIndex'],
  'parameters of a URL': [
    'const s = new URLSearchParams("a=0")',
    's.set("a", String(1 - Number(s.get("a"))))',
    's.get("a")',
  ],
  'a decoder': [
    'const s = new TextDecoder()',
    's.decode(Uint8Array.of(0xc3), { stream: true })',
    's.decode().length > 0',
  ],
};

describe('a loop does not wait if each iteration changes', () => {
  test.each(Object.entries(STATES))('%s', async (_, [before, iteration, after]) => {
    expect((await resultsOf(before, iteration, after)).results).toEqual([0, 1]);
  });
});

describe('a loop waits although each iteration makes', () => {
  test.each([
    ['an object', 'let s = { k: 0 }', 's = { k: 0 }', 's.k'],
    ['an array of arrays', 'let s = [[1], [2]]', 's = s.map((part) => [...part])', 's[0]![0]! - 1'],
    ['an instance', 'class P { k = 0; } let s = new P()', 's = new P()', 's.k'],
    ['a view', 'let s = view', 's = new Int32Array(view.buffer)', 's.byteOffset'],
    ['a set', 'let s = new Set([0])', 's = new Set(s)', 's.size - 1'],
  ])('%s', async (_, before, iteration, after) => {
    expect(await resultsOf(before, iteration, after)).toEqual({ results: [0], cut: false });
  });
});
