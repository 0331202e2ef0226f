import { table } from './snippet.js';

export const snippets = table({
  fields: `class A { x = 1; ['y' + 1] = [this.x, 2]; static z = [3][0]; #p = this.x; get p() { return this.#p } } const a = new A(); return [a.x, a.y1, A.z, a.p]`,
  inheritance: `class A { constructor(x) { this.x = x } m() { return [this.x] } } class B extends A { constructor(x) { super(x + 1); this.y = this.m()[0] } m() { return super.m().concat(1) } } return [new B(1).y, new B(1).m()]`,
  'super with spread': `class A { constructor(...a) { this.a = a } } class B extends A { constructor(...a) { super(...a, 9) } } class C extends A {} return [new B(1, 2).a, new C(3).a]`,
  'private fields': `class C { #n = 0; static #all = 0; inc() { this.#n++; C.#all += 1; return ++this.#n } has(o) { return #n in o } static all() { return C.#all } } const c = new C(); return [c.inc(), c.inc(), c.has(c), c.has({}), C.all()]`,
  'private compound assignments': `class C { #a = [1]; #b; f() { this.#a[0] += 2; this.#b ??= 5; this.#b &&= 6; [this.#a[1], this.#b] = [7, this.#b + 1]; return [this.#a, this.#b] } } return new C().f()`,
  'private accessors': `class C { #v = 1; get #x() { return this.#v } set #x(n) { this.#v = n } f() { this.#x++; this.#x *= 5; return this.#x } } return new C().f()`,
  'a private name on the wrong object': `class C { #n = 0; static f(o) { return o.#n++ } } C.f({})`,
  'static blocks': `class A { static list = []; static { for (let i = 0; i < 3; i++) this.list[i] = i; var q = 1; A.q = q } } return [A.list, A.q]`,
  'computed keys are evaluated once': `const a = ['k']; let n = 0; class A { [a[n++]]() { return 1 } static [(log('s'), 's')] = 2; get [a[0] + n]() { return 3 } } return [new A().k(), A.s, new A().k1, n]`,
  'an extended expression': `const bases = [class { v() { return 1 } }]; class A extends bases[0] {} class B extends (log('x'), bases[0]) {} const mixin = (C) => class extends C { w() { return 2 } }; class D extends mixin(bases[0]) {} return [new A().v(), new B().v(), new D().w() + new D().v()]`,
  'extending an array': `class L extends Array { last() { return this[this.length - 1] } } const l = L.from([1, 2, 3]); l[3] = 4; return [l.last(), l.length, l.map((x) => x * 2).last(), l instanceof L]`,
  'generators as methods': `class A { *[Symbol.iterator]() { yield* [1, 2] } static *g(n) { while (n--) yield n } } return [...new A(), ...A.g(3)]`,
  symbols: `class A { static [Symbol.hasInstance](x) { return x === 1 } get [Symbol.toStringTag]() { return 'T' } } return [1 instanceof A, String(new A())]`,
  'fields without semicolons': `class A {
      a = 1
      b = [2][0];
      ['c'] = 3
      static d
      get
      e() { return 4 }
      'f' = 5
    }
    const o = new A()
    return [{ ...o }, o.e]`,
  'class fields capture this': `class A { v = 1; f = () => this.v; g = [() => this.v][0] } const { f, g } = new A(); return [f(), g()]`,
  'accessors and statics': `class A { static #c = 0; static get c() { return A.#c++ } static set c(v) { A.#c = v } } A.c = 5; return [A.c, A.c, A['c']]`,
  names: `return [class {}.name, (class X {}).name, new (class Y {})().constructor.name, { C: class {} }.C.name]`,
  'a constructor returns another object': `class A { constructor() { return { x: 1 } } } class B extends A { y = 2 } return new B()`,
  'this before super': `class A {} class B extends A { constructor() { this.x = 1 } } new B()`,
  'calling without new': `class A {} A()`,
  'initialisers that change outer variables': `let n = 0; class A { id = n++; static s = (n += 10) } new A(); return [new A().id, n]`,
});
