import type { Case } from './case.js';

/** Sizes, kinds and lengths. */
export const KINDS: Readonly<Record<string, Case>> = {
  'a word in two halves': {
    setUp: 'const h = new Uint16Array(s);',
    threads: { a: '() => { m[0] = 0x00010001; }', b: '() => [h[0], h[1]]' },
    outcomes: ['[null,[0,0]]', '[null,[0,1]]', '[null,[1,1]]'],
  },
  'a double is written whole': {
    setUp: 'const d = new Float64Array(s);',
    threads: { a: '() => { d[0] = 1.5; d[0] = -2; }', b: '() => d[0]' },
    outcomes: ['[null,0]', '[null,1.5]', '[null,-2]'],
  },
  'a wide word is written whole': {
    setUp: 'const w = new BigInt64Array(s);',
    threads: { a: '() => { w[0] = -1n; }', b: '() => String(w[0])' },
    outcomes: ['[null,"0"]', '[null,"-1"]'],
  },
  'two words that a DataView reads as one': {
    setUp: 'const v = new DataView(s);',
    threads: { a: '() => { v.setFloat64(0, 1); }', b: '() => v.getFloat64(0)' },
    outcomes: ['[null,0]', '[null,1]'],
  },
  'bytes the other way round': {
    threads: { a: '() => { new DataView(s).setInt32(0, 1); }', b: '() => new DataView(s).getInt32(0, true)' },
    outcomes: ['[null,0]', '[null,16777216]'],
  },
  'small integers wrap': {
    setUp: 'const b = new Uint8Array(s); b[0] = 250;',
    threads: { a: '() => Atomics.add(b, 0, 10)', b: '() => Atomics.add(b, 0, 300)' },
    outcomes: ['[250,4]', '[38,250]'],
  },
  'a store gives what it was given': {
    setUp: 'const b = new Int8Array(s);',
    threads: { a: '() => [Atomics.store(b, 0, 200), b[0]]' },
    outcomes: ['[[200,-56]]'],
  },
  'clamped, rounded, and no number': {
    setUp: 'const c = new Uint8ClampedArray(s); const f = new Float32Array(s, 8);',
    threads: {
      a: '() => { c[0] = 300; c[1] = -5; c[2] = 1.5; f[0] = 0.1; f[1] = NaN; return [c[0], c[1], c[2], f[0] === 0.1, f[1]]; }',
    },
    outcomes: ['[[255,0,2,false,null]]'],
  },
  'beyond the end there is nothing': {
    threads: {
      a: '() => { m[16] = 1; m[-1] = 1; m[1.5] = 1; return [m[16], m[-1], m[1.5], m.length].map(String); }',
      b: '() => m[0]',
    },
    outcomes: ['[["undefined","undefined","undefined","16"],0]'],
  },
  'a buffer that set-up code lets grow': {
    setUp: 'const g = new SharedArrayBuffer(4, { maxByteLength: 16 }); const v = new Int32Array(g); g.grow(12);',
    threads: { a: '() => { Atomics.store(v, 2, 5); return v.length; }', b: '() => Atomics.load(v, 2)' },
    outcomes: ['[3,0]', '[3,5]'],
  },
  'a buffer that a thread lets grow': {
    setUp: 'const g = new SharedArrayBuffer(4, { maxByteLength: 16 });',
    threads: { a: '() => { g.grow(8); }', b: '() => g.byteLength' },
    outcomes: ['JS_UNSUPPORTED'],
  },
  'an atomic word and a byte of it': {
    setUp: 'const b = new Uint8Array(s);',
    threads: { a: '() => { Atomics.store(m, 0, 0x0102); }', b: '() => b[0]' },
    outcomes: ['[null,0]', '[null,2]'],
  },
  'buffers that threads make are their own': {
    threads: {
      a: '() => Atomics.add(new Int32Array(new SharedArrayBuffer(4)), 0, 1)',
      b: '() => Atomics.add(new Int32Array(new SharedArrayBuffer(4)), 0, 1)',
    },
    outcomes: ['[0,0]'],
  },
};
