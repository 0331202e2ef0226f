import { table } from './snippet.js';

export const snippets = table({
  'yield and next': `function* g(a) { const b = yield a[0]; const c = yield b[0]; return a[0] + b[0] + c } const i = g([1]); return [i.next(), i.next([2]), i.next(3), i.next()]`,
  'yield* and return values': `function* a() { yield 1; return 2 } function* b() { const r = yield* a(); yield r; yield* [3, 4] } return [...b()]`,
  'throw and return': `function* g() { try { yield 1; yield 2 } catch (e) { yield e } finally { log('f') } } const a = g(); a.next(); log(a.throw('x').value); a.next(); const b = g(); b.next(); return b.return(9)`,
  'yield in arguments and elements': `function* g() { const a = [[1, 2]]; return [a[0][yield 'i'], Math.max(yield 'm', 1), [yield 'e'], { p: yield 'p' }, a[0][yield 'u']++] } const i = g(); i.next(); i.next(1); i.next(5); i.next(6); i.next(7); return [i.next(0).value]`,
  'yield in a template and a condition':
    'function* g() { return `${yield 1}` + ((yield 2) ? [yield 3][0] : 0) } const i = g(); i.next(); i.next("a"); i.next(true); return i.next("b").value',
  'yield in a loop head': `function* g() { let n = 0; while (yield n) n++; for (let i = yield 'i'; i < (yield 'c'); i += yield 'u') n += i; return n } const i = g(); const out = []; for (const x of [0, 1, 1, 0, 5, 9, 3, 0]) out.push(i.next(x).value); return out`,
  'yield without argument': `function* g() { const x = [yield, (yield)]; return x } const i = g(); i.next(); i.next(1); return i.next(2).value`,
  'as methods': `const o = { *g() { yield this.v }, v: 1, *['h']() { yield 2 } }; return [...o.g(), ...o.h()]`,
  'arguments and this': `function* g() { yield [this.x, arguments[0]] } return g.call({ x: 1 }, 2).next().value`,
  'an infinite generator': `function* nat() { let n = 0; while (true) yield n++ } const out = []; for (const n of nat()) { if (n > 3) break; out.push(n) } const [a, , b] = nat(); return [out, a, b]`,
  'spread of a generator': `function* g(n) { for (let i = 0; i < n; i++) yield i } return [Math.max(...g(4)), [...g(2)], Array.from(g(3), (x) => x * 2), Object.fromEntries([...g(2)].map((x) => [x, x]))]`,
});
