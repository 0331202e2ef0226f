import { describe, expect, test } from 'vitest';
import { explore, programOf } from './explored.js';

const TOP = `import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash, createHmac } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { createHistogram } from 'node:perf_hooks';
import { StringDecoder } from 'node:string_decoder';
import { MIMEParams, MIMEType } from 'node:util';
import { receiveMessageOnPort } from 'node:worker_threads';`;

/** The results of a loop that waits for a writer: what it was, what it does in an iteration, what it has become. */
async function resultsOf(before: string, iteration: string, after: string) {
  const program = await programOf(
    `const view = new Int32Array(new SharedArrayBuffer(8));
    t.thread('writer', () => { Atomics.store(view, 0, 1); });
    t.thread('reader', () => { ${before}; while (Atomics.load(view, 0) === 0) { ${iteration}; } return Number(${after}); });`,
    { unroll: 4 },
    TOP,
  );
  const { finals, states } = explore(program);
  const results = new Set<unknown>();
  for (const final of finals) results.add((states.outcome(final.local(1)) as { value: unknown }).value);
  return { results: [...results].sort(), cut: program.limits!().length > 0 };
}

/** Each of them takes turns between two states. */
const STATES: Readonly<Record<string, readonly [string, string, string]>> = {
  'a number': ['let s = 0', 's = 1 - s', 's'],
  'a new object': ['let s = { k: 0 }', 's = { ...s, k: 1 - s.k }', 's.k'],
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
  'the position of an iterator': ['const it = [1, 2, 3, 4, 5, 6].values()', 'const [x] = it', 'it.next().value === 2'],
  'the position of a hidden iterator': [
    'const it = [1, 2, 3, 4, 5, 6].values()',
    'const [x] = { [Symbol.iterator]: () => it }',
    '(it.next().value ?? 1) > 1',
  ],
  'an iterator that is copied': ['const it = [0].values()', 'new Set(it)', 'it.next().done'],
  'an iterator that is listed': ['const it = [0].values()', 'Array.from(it)', 'it.next().done'],
  'a bound method': ['const s = [0, 1], f = s.reverse.bind(s)', 'f()', 's[0]'],
  'a bound method with arguments': ['const s = [0, 1], f = s.fill.bind(s)', 'f(1 - s[0]!)', 's[0]'],
  'a bound method of an object': ['const s = [0, 1], o = { f: s.reverse.bind(s) }', 'o.f()', 's[0]'],
  'a bound method in a table': ['const s = [0, 1], o = [s.reverse.bind(s)]', 'o[s.length - 2]!()', 's[0]'],
  'a method by another name': ['const s: any = [0, 1]; s.flip = s.reverse', 's.flip()', 's[0]'],
  'a bound method in a chain': ['const s: any = [0, 1], f = s.reverse.bind(s)', 'f?.()', 's[0]'],
  'a method as a callback': ['const s = [0, 1]', '[0].forEach(s.reverse, s)', 's[0]'],
  'a bound method that a function calls': [
    'const s = [0, 1], f = s.reverse.bind(s), twice = (g: any) => { g(); g(); g(); }',
    'twice(f)',
    's[0]',
  ],
  'a function of Object': ['const s = { a: 0 }, { assign } = Object', 'assign(s, { a: 1 - s.a })', 's.a'],
  'a function of Atomics': ['const s = new Int32Array(1), { xor } = Atomics', 'xor(s, 0, 1)', 's[0]'],
  'what is stored asynchronously': [
    'const s = new AsyncLocalStorage<number>(); s.enterWith(0)',
    's.enterWith(1 - s.getStore()!)',
    's.getStore()',
  ],
  'entries of performance': [
    'const count = () => performance.getEntriesByName("q").length',
    'performance.mark("q"); if (count() > 1) performance.clearMarks("q")',
    'count()',
  ],
  'listeners of process': [
    'const count = () => process.listenerCount("q")',
    'if (count() > 0) process.removeAllListeners("q"); else process.on("q", () => {})',
    'count()',
  ],
  'listeners of an emitter': [
    'const s = new EventEmitter().on("q", () => {}).on("q", () => {})',
    's.listenerCount("q") > 2 ? s.off("q", s.listeners("q")[2] as any) : s.on("q", () => {})',
    's.listenerCount("q") - 2',
  ],
  headers: ['const s = new Headers({ n: "0" })', 's.set("n", String(1 - Number(s.get("n"))))', 's.get("n")'],
  'headers of a request': [
    'const s = new Request("http://x/", { headers: { n: "0" } })',
    's.headers.set("n", String(1 - Number(s.headers.get("n"))))',
    's.headers.get("n")',
  ],
  'headers that are appended': ['const s = new Headers()', 's.append("n", "0")', 's.has("n")'],
  'a form': ['const s = new FormData()', 's.append("n", "0")', 's.getAll("n").length > 0'],
  'parameters of a MIME type': [
    'const s = new MIMEParams(); s.set("n", "0")',
    's.set("n", String(1 - Number(s.get("n"))))',
    's.get("n")',
  ],
  'a MIME type': ['const s = new MIMEType("a/b")', 's.subtype = s.subtype === "b" ? "c" : "b"', 's.subtype === "c"'],
  'a hash': [
    'const s = createHash("md5"), empty = createHash("md5").digest("hex")',
    's.update("x")',
    's.digest("hex") !== empty',
  ],
  'a keyed hash': [
    'const s = createHmac("md5", "k"), empty = createHmac("md5", "k").digest("hex")',
    's.update("x")',
    's.digest("hex") !== empty',
  ],
  'a histogram': ['const s = createHistogram()', 's.record(1)', 's.count > 0'],
  'a decoder of texts': ['const s = new StringDecoder("utf8")', 's.write(Buffer.of(0xc3))', 's.end().length > 0'],
  'a table of WebAssembly': [
    'const s = new (globalThis as any).WebAssembly.Table({ element: "anyfunc", initial: 0 })',
    's.grow(1)',
    's.length > 0',
  ],
  'memory of WebAssembly': [
    'const s = new (globalThis as any).WebAssembly.Memory({ initial: 0 })',
    's.grow(1)',
    's.buffer.byteLength > 0',
  ],
  'messages at a port': [
    'const { port1, port2 } = new MessageChannel(); port1.postMessage(0)',
    'receiveMessageOnPort(port2)',
    'receiveMessageOnPort(port2) === undefined',
  ],
  'messages that are posted': [
    'const { port1, port2 } = new MessageChannel()',
    'port1.postMessage(0)',
    'receiveMessageOnPort(port2) !== undefined',
  ],
  'numbers of timers': [
    'const s = Number(setTimeout(() => {}, 1))',
    'setTimeout(() => {}, 1)',
    'Number(setTimeout(() => {}, 1)) - s > 1',
  ],
  'a class of Node that is extended': [
    'class H extends Headers {} const s = new H()',
    's.append("n", "0")',
    's.has("n")',
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
    [
      'an iterator',
      'const s = new Map([[0, 0]])',
      'for (const x of s.values()) { if (x) break; } [...s.keys()]',
      's.size - 1',
    ],
    ['a list', 'const s = new Map([[0, 0]])', 'Array.from(s.values(), Number).map(String).join()', 's.size - 1'],
    [
      'an iterator of its own',
      'class P { a = [0]; [Symbol.iterator]() { return this.a.values(); } } const s = new P()',
      'const [x] = s',
      's.a.length - 1',
    ],
    ['a function, and binds it', 'const s = { a: 0, f() { return this.a; } }', 's.f.bind(s)()', 's.a'],
    [
      'calls of pure functions',
      'const s = [0, 1]',
      's.slice(1).map(Math.abs).at(0); JSON.stringify(s); "a-b".split("-").includes("a"); isNaN(s[0]!)',
      's[0]',
    ],
    ['a set', 'let s = new Set([0])', 's = new Set(s)', 's.size - 1'],
    ['a call of a simple function', 'const s = (n: number) => n > 3, o = { s }', 's(1); o.s(2)', 's(0)'],
    ['a look at a port without messages', 'const { port2 } = new MessageChannel()', 'receiveMessageOnPort(port2)', '0'],
    ['a look at headers', 'const s = new Headers()', 's.get("a"); s.has("b")', '0'],
  ])('%s', async (_, before, iteration, after) => {
    expect(await resultsOf(before, iteration, after)).toEqual({ results: [0], cut: false });
  });
});
