import { table } from './snippet.js';

export const snippets = table({
  'load and store': `const a = new Int32Array(new SharedArrayBuffer(8)); return [Atomics.store(a, 0, 5), Atomics.load(a, 0), Atomics.store(a, 1, -1.5), Atomics.load(a, 1)]`,
  'read-modify-write': `const a = new Uint8Array(new SharedArrayBuffer(2)); return [Atomics.add(a, 0, 250), Atomics.add(a, 0, 10), Atomics.sub(a, 0, 5), Atomics.and(a, 0, 0xf0), Atomics.or(a, 0, 3), Atomics.xor(a, 0, 1), Atomics.exchange(a, 0, 9), Atomics.load(a, 0)]`,
  'compare and exchange': `const a = new Int32Array(new SharedArrayBuffer(4)); return [Atomics.compareExchange(a, 0, 0, 1), Atomics.compareExchange(a, 0, 0, 2), a[0]]`,
  BigInts: `const a = new BigInt64Array(new SharedArrayBuffer(8)); return [Atomics.add(a, 0, 1n), Atomics.exchange(a, 0, 5n), Atomics.compareExchange(a, 0, 5n, 7n), Atomics.load(a, 0)].map(String)`,
  aliases: `const { load, store } = Atomics; const A = Atomics; const op = 'add'; const a = new Int32Array(new SharedArrayBuffer(4)); store(a, 0, 1); A[op](a, 0, 2); A?.add?.(a, 0, 1); Atomics['or'](a, 0, 8); return [load(a, 0), [a].map((v) => Atomics.load(v, 0)), Reflect.apply(Atomics.load, null, [a, 0]), Atomics.load.call(null, a, 0)]`,
  'wait does not wait for another value': `const a = new Int32Array(new SharedArrayBuffer(4)); a[0] = 1; return [Atomics.wait(a, 0, 0), Atomics.wait(a, 0), Atomics.notify(a, 0, 1), Atomics.notify(a, 0)]`,
  isLockFree: `return [Atomics.isLockFree(4), Atomics.isLockFree(3)]`,
  'the wrong kind of array': `Atomics.load(new Float64Array(new SharedArrayBuffer(8)), 0)`,
  'out of bounds': `Atomics.load(new Int32Array(new SharedArrayBuffer(8)), 2)`,
  'a lock': `const s = new Int32Array(new SharedArrayBuffer(8)); const lock = () => { while (Atomics.compareExchange(s, 0, 0, 1) !== 0) Atomics.wait(s, 0, 1) }; const unlock = () => { Atomics.store(s, 0, 0); Atomics.notify(s, 0, 1) }; for (let i = 0; i < 3; i++) { lock(); s[1]++; unlock() } return [...s]`,
  'order of conversions': `const a = new Int32Array(new SharedArrayBuffer(8)); const v = (n, x) => ({ valueOf() { log(n); return x } }); return Atomics.compareExchange(a, v('index', 1), v('expected', 0), v('replacement', 2)) + a[1]`,
  'a pretended Atomics': `const Atomics = { load: (a, i) => a[i] + 100 }; return Atomics.load([1], 0)`,
});
