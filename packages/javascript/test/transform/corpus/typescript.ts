import { table } from './snippet.js';

export const snippets = table(
  {
    annotations: `const a: number[] = [1, 2]; let i: number = 1; function f<T>(x: T, y?: string): T { return x } return [a[i]! as number, f<number>(3), (a as any)[0], <number>a[1]]`,
    enums: `enum E { A, B = 5, C, S = 'x' } const enum K { X = 2 } return [E.A, E.C, E[5], E['S'], K.X, Object.keys(E).length]`,
    'parameter properties': `class P { constructor(private readonly x: number, public y = x + 1, protected z?: number) {} sum(): number { return this.x + this.y } } return new P(1).sum()`,
    'satisfies and as const': `const o = { a: [1, 2] as const, b: 'x' } satisfies Record<string, unknown>; return [o.a[1], o.b]`,
    'generics and overloads': `class Box<T extends object = object> { private items: T[] = []; add(item: T): this; add(item: T, n: number): this; add(item: T, n = 1): this { for (let i = 0; i < n; i++) this.items[this.items.length] = item; return this } get size(): number { return this.items.length } } return new Box<{ a: number }>().add({ a: 1 }).add({ a: 2 }, 3).size`,
    'abstract classes and interfaces': `interface Shape { area(): number } abstract class Base implements Shape { abstract area(): number; twice(): number { return this.area() * 2 } } class Sq extends Base { constructor(private s: number) { super() } override area(): number { return this.s ** 2 } } return new Sq(3).twice()`,
    'type guards and assertions': `const isS = (x: unknown): x is string => typeof x === 'string'; function assert(x: unknown): asserts x { if (!x) throw new Error('no') } const v: unknown = 'a'; assert(v); return isS(v) && (v as string)[0]`,
    'optional chains and non-null': `const o: { a?: { b: number[] } } | null = { a: { b: [1] } }; const n: typeof o = null as any; return [o?.a!.b[0], n?.a?.b[0], o!.a!.b![0]]`,
    'typed array code': `class Counter { private readonly view: Int32Array; constructor(sab: SharedArrayBuffer) { this.view = new Int32Array(sab) } add(n: number): number { return (this.view[0]! += n) } get value(): number { return this.view[0] as number } } const c = new Counter(new SharedArrayBuffer(4)); c.add(2); c.add(3); return c.value`,
    'declarations without code': `declare const missing: number; type T = { [K in 'a']: K }; interface I { x: T } let x: I | undefined; return typeof x`,
    'unions and tuples in patterns': `const [a, b]: [number, string?] = [1]; const f = ({ x = 1, y }: { x?: number; y: readonly number[] }): number => x + y[0]!; return [a, b, f({ y: [2] })]`,
    'fields of classes': `class A { declare q: number; a?: number; b!: string; readonly c = 1; static d: number[] = [1]; #e: number = 2; e() { return this.#e++ } } const o = new A(); return [Object.keys(o), A.d[0], o.e(), o.e()]`,
    'this parameters': `function f(this: { v: number[] }, i: number) { return this.v[i] } return f.call({ v: [7] }, 0)`,
    'generic arrows and type operators': `const id = <T,>(x: T): T => x; const keys = <K extends PropertyKey>(o: Record<K, unknown>, k: K) => o[k]; return [id([1])[0], keys({ a: 1 }, 'a')]`,
  },
  { language: 'ts' },
);
