/**
 * How shared memory reaches a package: what the package exports, with `inc` for its access, and how a thread uses it.
 * `m` is an Int32Array in shared memory, `P` the package.
 */
export interface Carrier {
  readonly exports: string;
  readonly use: string;
  /** The thread is an asynchronous function. */
  readonly isAsync?: true;
}

const carrier = (exports: string, use: string): Carrier => ({ exports, use });

/** By name. Each counts once per thread. */
export const CARRIERS: Readonly<Record<string, Carrier>> = {
  argument: carrier('export const arg = (m) => inc(m);', 'P.arg(m)'),
  nested: carrier('export const nested = (o) => inc(o.a.b);', 'P.nested({ a: { b: m } })'),
  callback: carrier('export const cb = (f) => inc(f());', 'P.cb(() => m)'),
  list: carrier('export const iter = (it) => { for (const m of it) inc(m); };', 'P.iter([m])'),
  generator: carrier(
    'export const iter = (it) => { for (const m of it) inc(m); };',
    'P.iter((function* () { yield m; })())',
  ),
  promise: {
    ...carrier('export const prom = async (p) => inc(await p);', 'await P.prom(Promise.resolve(m))'),
    isAsync: true,
  },
  getter: carrier('export const getter = (o) => inc(o.view);', 'P.getter({ get view() { return m; } })'),
  setter: carrier(
    'export class C { set view(v) { this._v = v; } go() { inc(this._v); } }',
    'const c = new P.C(); c.view = m; c.go()',
  ),
  subclass: carrier(
    'export class Base { go() { inc(this.view); } }',
    'class D extends P.Base { view = m; } new D().go()',
  ),
  'overridden method': carrier(
    'export class Base { go() { inc(this.getView()); } }',
    'class D extends P.Base { getView() { return m; } } new D().go()',
  ),
  configuration: carrier(
    'export const config = { view: null }; export const go = () => inc(config.view);',
    'P.config.view = m; P.go()',
  ),
  'element of a list': carrier(
    'export const list = []; export const go = () => inc(list[0]);',
    'P.list[0] = m; P.go()',
  ),
  push: carrier(
    'export const list = []; export const go = () => inc(list[0]);',
    'P.list.length = 0; P.list.push(m); P.go()',
  ),
  registry: carrier(
    "export const reg = new Map(); export const go = () => inc(reg.get('v'));",
    "P.reg.set('v', m); P.go()",
  ),
  hook: carrier('export const hooks = {}; export const go = () => inc(hooks.get());', 'P.hooks.get = () => m; P.go()'),
  global: carrier('export const go = () => inc(globalThis.__view);', 'globalThis.__view = m; P.go()'),
  tag: carrier('export const tag = (s, m) => inc(m);', 'P.tag`${m}`'),
  'weak reference': carrier('export const weak = (w) => inc(w.deref());', 'P.weak(new WeakRef(m))'),
  set: carrier('export const set = (s) => { for (const m of s) inc(m); };', 'P.set(new Set([m]))'),
  prototype: carrier(
    'export const proto = (o) => inc(Object.getPrototypeOf(o).view);',
    'P.proto(Object.create({ view: m }))',
  ),
  symbol: carrier("export const sym = (o) => inc(o[Symbol.for('v')]);", "P.sym({ [Symbol.for('v')]: m })"),
  buffer: carrier('export const buf = (b) => inc(new Int32Array(b));', 'P.buf(m.buffer)'),
  'DataView of the check': carrier(
    'export const dv = (d) => inc(new Int32Array(d.buffer));',
    'P.dv(new DataView(m.buffer))',
  ),
  curried: carrier('export const curried = () => (m) => inc(m);', 'P.curried()(m)'),
  'property of a function': carrier(
    'export const fnProp = (f) => inc(f.view);',
    'const f = () => {}; f.view = m; P.fnProp(f)',
  ),
  'cause of an error': carrier('export const cause = (e) => inc(e.cause);', "P.cause(new Error('x', { cause: m }))"),
  this: carrier('export const bound = function () { inc(this); };', 'P.bound.call(m)'),
  bind: carrier('export const bound = function () { inc(this); };', 'P.bound.bind(m)()'),
  subarray: carrier('export const sub = (m) => inc(m.subarray(0, 1));', 'P.sub(m)'),
  'callback of a native': carrier('export const arg = (m) => inc(m);', '[m].forEach(P.arg)'),
  'Reflect.apply': carrier('export const arg = (m) => inc(m);', 'Reflect.apply(P.arg, null, [m])'),
  then: { ...carrier('export const arg = (m) => inc(m);', 'await Promise.resolve(m).then(P.arg)'), isAsync: true },
  timer: carrier(
    'export const arg = (m) => inc(m);',
    'return new Promise((r) => { setTimeout(P.arg, 1, m); setTimeout(r, 2); })',
  ),
  destructured: carrier('export const arg = (m) => inc(m);', 'const { arg } = P; arg(m)'),
  sort: carrier('export const arg = (m) => { inc(m); return 0; };', '[m, m].sort((a) => P.arg(a))'),
  'Proxy object': carrier('export const getter = (o) => inc(o.view);', 'P.getter(new Proxy({}, { get: () => m }))'),
  'private field': carrier(
    'export const getter = (o) => inc(o.view);',
    'class K { #v = m; get view() { return this.#v; } } P.getter(new K())',
  ),
  options: carrier('export const opt = ({ view }) => inc(view);', 'P.opt({ view: m })'),
  ring: carrier(
    'export class Ring { constructor(o) { this.m = new Int32Array(o.buffer); } inc() { inc(this.m); } }',
    'new P.Ring({ buffer: m.buffer }).inc()',
  ),
  'ring with memory': carrier(
    'export class Ring { constructor(o) { this.m = new Int32Array(o.memory.buffer); } inc() { inc(this.m); } }',
    'new P.Ring({ memory: { buffer: m.buffer } }).inc()',
  ),
  // Not in the first collection.
  'kept object': carrier(
    'let kept; export const keep = (o) => { kept = o; }; export const go = () => inc(kept.view);',
    'const o = {}; P.keep(o); o.view = m; P.go()',
  ),
  emitter: carrier(
    "import { EventEmitter } from 'node:events'; export const bus = new EventEmitter(); bus.on('v', (m) => inc(m));",
    "P.bus.emit('v', m)",
  ),
  'class with a static field': carrier(
    'export class S { static view; static go() { inc(S.view); } }',
    'P.S.view = m; P.S.go()',
  ),
  AsyncLocalStorage: carrier(
    "import { AsyncLocalStorage } from 'node:async_hooks'; export const als = new AsyncLocalStorage(); export const go = () => inc(als.getStore());",
    'P.als.run(m, () => P.go())',
  ),
  'Proxy of the package': carrier(
    'export const box = new Proxy({}, { set: (t, k, v) => { inc(v); return true; } });',
    'P.box.view = m',
  ),
  coercion: carrier(
    'export const plus = (o) => `${o}`; export const arg = (m) => inc(m);',
    "P.plus({ toString() { P.arg(m); return ''; } })",
  ),
  'JSON.stringify': carrier(
    'export const json = (o) => JSON.stringify(o, (k, v) => { if (v && v.byteLength) inc(v); return 0 in Object(v) ? 0 : v; });',
    'P.json({ m })',
  ),
  instanceof: carrier(
    'export class I { static [Symbol.hasInstance](m) { inc(m); return true; } }',
    'void (m instanceof P.I)',
  ),
  species: carrier(
    'export class V extends Int32Array { static get [Symbol.species]() { return Int32Array; } go() { inc(this); } }',
    'new P.V(m.buffer).go()',
  ),
  structuredClone: carrier('export const clone = (o) => inc(structuredClone(o).m);', 'P.clone({ m })'),
  'polluted prototype': carrier(
    'export const go = () => inc(({}).__inherited);',
    "Object.defineProperty(Object.prototype, '__inherited', { value: m, configurable: true }); P.go()",
  ),
  'polluted function': carrier('export const go = () => inc(Array.__view);', 'Array.__view = m; P.go()'),
  microtask: {
    ...carrier(
      'export const later = (f) => new Promise((r) => queueMicrotask(() => { inc(f()); r(); }));',
      'await P.later(() => m)',
    ),
    isAsync: true,
  },
  'async generator': {
    ...carrier(
      'export const iter = async (it) => { for await (const m of it) inc(m); };',
      'await P.iter((async function* () { yield m; })())',
    ),
    isAsync: true,
  },
  'FinalizationRegistry token': carrier(
    'const r = new WeakMap(); const k = {}; export const key = () => k; export const put = (key, m) => r.set(key, m); export const go = () => inc(r.get(k));',
    'P.put(P.key(), m); P.go()',
  ),
};

/** How a package accesses memory: a function of an Int32Array. `racy` loses updates, `correct` does not. */
export interface Touch {
  /** Further text of the package. */
  readonly more?: string;
  /** What set-up code does, besides; `memory` is a WebAssembly.Memory, `m` its view. */
  readonly setUp?: string;
  readonly racy: string;
  readonly correct?: string;
}

const ATOMIC = '(m) => { Atomics.add(m, 0, 1); }';

/** A module in WebAssembly with an imported memory `e.m` and functions `racy` and `atomic` that count at address 0. */
export const WASM_BYTES = `new Uint8Array([0,97,115,109,1,0,0,0,1,4,1,96,0,0,2,9,1,1,101,1,109,2,3,1,1,3,3,2,0,0,7,17,2,4,114,97,99,121,0,0,6,97,116,111,109,105,99,0,1,10,29,2,15,0,65,0,65,0,40,2,0,65,1,106,54,2,0,11,11,0,65,0,65,1,254,30,2,0,26,11])`;

/** By name. */
export const TOUCHES: Readonly<Record<string, Touch>> = {
  element: { racy: '(m) => { const v = m[0]; m[0] = v + 1; }', correct: ATOMIC },
  increment: { racy: '(m) => { m[0]++; }', correct: ATOMIC },
  'Atomics in two steps': { racy: '(m) => { Atomics.store(m, 0, Atomics.load(m, 0) + 1); }', correct: ATOMIC },
  'Atomics by another name': {
    more: 'const A = globalThis["Ato" + "mics"];',
    racy: '(m) => { A.store(m, 0, A.load(m, 0) + 1); }',
    correct: '(m) => { A.add(m, 0, 1); }',
  },
  DataView: {
    racy: '(m) => { const d = new DataView(m.buffer); d.setInt32(0, d.getInt32(0, true) + 1, true); }',
    correct: ATOMIC,
  },
  destructuring: { racy: '(m) => { const [a] = m; m[0] = a + 1; }', correct: ATOMIC },
  'object pattern': { racy: '(m) => { const { 0: a } = m; m.set([a + 1]); }', correct: ATOMIC },
  spread: { racy: '(m) => { m.fill(Math.max(...m) + 1, 0, 1); }', correct: ATOMIC },
  'Array.prototype.at by call': { racy: '(m) => { m[0] = Array.prototype.at.call(m, 0) + 1; }', correct: ATOMIC },
  Reflect: { racy: '(m) => { Reflect.set(m, 0, Reflect.get(m, 0) + 1); }', correct: ATOMIC },
  'Proxy over a view': {
    racy: '(m) => { const p = new Proxy(m, { get: (t, k) => t[k], set: (t, k, v) => { t[k] = v; return true; } }); p[0] = p[0] + 1; }',
    correct: ATOMIC,
  },
  'new Function': { more: "const f = new Function('m', 'm[0] = m[0] + 1');", racy: 'f', correct: ATOMIC },
  'new Function, correct': {
    more: "const f = new Function('m', 'Atomics.add(m, 0, 1)');",
    racy: '(m) => { m[0]++; }',
    correct: 'f',
  },
  'Function in strict mode': {
    racy: `(m) => Function('m', '"use strict"; const v = m[0]; m[0] = v + 1;')(m)`,
    correct: ATOMIC,
  },
  'indirect eval': { more: "const f = (0, eval)('(m) => { m[0] = m[0] + 1; }');", racy: 'f', correct: ATOMIC },
  'indirect eval of a declaration': {
    more: "(0, eval)('function __inc(m) { m[0] = m[0] + 1; }'); const f = globalThis.__inc;",
    racy: 'f',
    correct: ATOMIC,
  },
  eval: { racy: "(m) => { eval('m[0] = m[0] + 1'); }", correct: "(m) => { eval('Atomics.add(m, 0, 1)'); }" },
  'generator function from a text': {
    more: "const G = Object.getPrototypeOf(function* () {}).constructor; const g = G('m', 'yield m[0]');",
    racy: '(m) => { const [a] = g(m); m[0] = a + 1; }',
    correct: ATOMIC,
  },
  Buffer: {
    more: "import { Buffer } from 'node:buffer';",
    racy: '(m) => { const b = Buffer.from(m.buffer); b[0] = b[0] + 1; }',
    correct: ATOMIC,
  },
  'Buffer methods': {
    more: "import { Buffer } from 'node:buffer';",
    racy: '(m) => { const b = Buffer.from(m.buffer); b.writeUInt8(b.readUInt8(0) + 1, 0); }',
    correct: ATOMIC,
  },
  WebAssembly: {
    more: `const module = new WebAssembly.Module(${WASM_BYTES}); const given = {}; export const give = (x) => { given.m = x; };`,
    setUp: 'P.give(memory);',
    racy: '(m) => { new WebAssembly.Instance(module, { e: given }).exports.racy(); }',
    correct: '(m) => { new WebAssembly.Instance(module, { e: given }).exports.atomic(); }',
  },
  'TextEncoder.encodeInto': {
    racy: '(m) => { const b = new Uint8Array(m.buffer); const v = b[0]; new TextEncoder().encodeInto(String.fromCharCode(v + 1), b); }',
    correct: ATOMIC,
  },
  'fs.readSync': {
    more: "import fs from 'node:fs';",
    racy: "(m) => { const v = m[0]; const fd = fs.openSync('/dev/zero'); try { fs.readSync(fd, m); } finally { fs.closeSync(fd); } m[0] = v + 1; }",
    correct: ATOMIC,
  },
  'fs.writeSync': {
    more: "import fs from 'node:fs';",
    racy: "(m) => { const v = m[0]; const fd = fs.openSync('/dev/null', 'w'); try { fs.writeSync(fd, new Uint8Array(m.buffer)); } finally { fs.closeSync(fd); } m[0] = v + 1; }",
    correct: ATOMIC,
  },
  zlib: {
    more: "import zlib from 'node:zlib';",
    racy: '(m) => { const b = zlib.inflateRawSync(zlib.deflateRawSync(new Uint8Array(m.buffer))); m[0] = b[0] + 1; }',
    correct: ATOMIC,
  },
  'crypto.createHash': {
    more: "import { createHash } from 'node:crypto';",
    racy: "(m) => { createHash('sha1').update(new Uint8Array(m.buffer)).digest(); const v = m[0]; m[0] = v + 1; }",
    correct: ATOMIC,
  },
  'crypto.randomFillSync': {
    more: "import { randomFillSync } from 'node:crypto';",
    racy: '(m) => { const v = m[0]; randomFillSync(m.subarray(1)); m[0] = v + 1; }',
    correct: ATOMIC,
  },
  'util.inspect': {
    more: "import util from 'node:util';",
    racy: '(m) => { const v = Number(/\\d+/.exec(util.inspect(m).slice(12))[0]); m[0] = v + 1; }',
    correct: ATOMIC,
  },
  'node:vm': {
    more: "import vm from 'node:vm';",
    racy: "(m) => { vm.runInNewContext('m[0] = m[0] + 1', { m }); }",
    correct: ATOMIC,
  },
  'JSON.stringify': {
    racy: '(m) => { const [v] = Object.values(JSON.parse(JSON.stringify(m))); m[0] = v + 1; }',
    correct: ATOMIC,
  },
  'Object.entries': { racy: '(m) => { m[0] = Object.entries(m)[0][1] + 1; }', correct: ATOMIC },
  'String of a view': { racy: "(m) => { m[0] = Number(String(m).split(',')[0]) + 1; }", correct: ATOMIC },
  species: {
    more: 'class V extends Int32Array { static get [Symbol.species]() { return Int32Array; } }',
    racy: '(m) => { m[0] = new V(m.buffer).map((x) => x + 1)[0]; }',
    correct: ATOMIC,
  },
  Blob: { racy: '(m) => { new Blob([m]); const v = m[0]; m[0] = v + 1; }', correct: ATOMIC },
  'Readable.from': {
    more: "import { Readable } from 'node:stream';",
    racy: '(m) => { Readable.from([m]); const v = m[0]; m[0] = v + 1; }',
    correct: ATOMIC,
  },
  'Array.fromAsync and the like': { racy: '(m) => { const a = Array.from(m); m[0] = a[0] + 1; }', correct: ATOMIC },
  'spin lock': {
    racy: '(m) => { while (m[1] !== 0); m[1] = 1; m[0]++; m[1] = 0; }',
    correct: '(m) => { while (Atomics.compareExchange(m, 1, 0, 1) !== 0); m[0]++; Atomics.store(m, 1, 0); }',
  },
  'a getter with a text': {
    more: "const o = Object.defineProperty({}, 'inc', { get: new Function('return (m) => { m[0] = m[0] + 1; }') });",
    racy: '(m) => o.inc(m)',
    correct: ATOMIC,
  },
};
