import { table } from './snippet.js';

export const snippets = table({
  'optional elements': `const a = [1], n = null; let u; return [a?.[0], n?.[log('never')], u?.[0], a?.[1]]`,
  'an element behind an optional member': `const o = { b: [1, 2] }, n = null; return [o?.b[1], n?.b[log('never')], n?.b[0].c.d]`,
  'an element of nothing behind an optional member': `const o = {}; return o?.b[0]`,
  'elements behind elements': `const o = { b: [[1, { c: [5] }]] }, n = undefined; const i = 0; return [o?.b[0][1].c[i], n?.b[0][1].c[i], o?.b[i]?.[1]?.c[0], o?.b[7]?.[1].c[0], o.x?.[0][1]]`,
  'an optional call with an element behind': `const o = { m(x) { return [x, this.v] }, v: 3 }; const n = {}; return [o.m?.(1)[0], o.m?.(1)[1], n.m?.(log('never'))[0], o?.m?.(2)[1], n?.m?.(2)[1], o?.m(4)[1]]`,
  'an optional call of an element': `const a = [function () { return this === a }]; const i = 0; return [a[i]?.(), a[1]?.(log('never')), a?.[i](), a?.[i]?.(), a?.[1]?.()]`,
  'everything at once': `const d = [1], a = { b: [(x) => ({ y: [x] })] }; const c = 0, e = 0; return [a?.b[c]?.(d[e]).y[0], a?.b[5]?.(d[log('never')]).y[0], a.z?.b[c]?.(d[e])]`,
  'private members': `class A { #v = [1, 2]; static f(a) { return [a?.#v[1], a?.#v?.[0], a?.#v.length] } } return [A.f(new A()), A.f(null)]`,
  deleting: `const a = { x: 1, y: { z: 2 } }; const k = 'x', n = null; return [delete a?.[k], delete n?.[log('never')], delete a?.['y'].z, delete n?.y[0].z, a]`,
  'deleting behind an element': `const a = [{ x: 1, y: 2 }]; const i = 0; return [delete a?.[i].x, delete a?.[i]['y'], delete a?.[3]?.x, a]`,
  'parenthesised chains end': `const n = null; return (n?.a)[0]`,
  'calling a parenthesised chain': `const o = { v: 1, m() { return this.v } }; return [(o?.m)(), (o?.['m'])()]`,
  'optional calls': `const f = (x) => x; let u; return [f?.(1), u?.(log('never')), u?.(1).x.y, f?.(...[2])]`,
  'methods behind optional members': `const o = { a: { m() { return [this.v] }, v: 9 } }; const n = null; return [o?.a.m(), o?.a.m()[0], n?.a.m(), n?.a.m()[0], o?.a['m']()]`,
  'with null in the middle': `const o = { a: null }; return [o.a?.[0], o?.a?.[0], o.a?.b.c[0], o?.['a']?.[0]]`,
  'an error in the middle': `const o = { a: null }; return o?.a[0]`,
  'in conditions': `const a = [0, 1]; const n = null; return [n?.[0] ?? a?.[1], n?.[0] || a?.[1], a?.[0] ? 1 : 2, !n?.[0], typeof n?.[0]]`,
  'at the beginning of a line': `const a = [[1]]
    const x = 5
    a?.[0][0]
    a?.[0].push(x)
    return a`,
  'getters run once': `let n = 0; const o = { get a() { n++; return { get b() { n += 10; return [7] } } } }; return [o?.a.b[0], n, o.a?.b[0], n]`,
  'chains within keys': `const a = [0, [1, 2]], n = null; return [a?.[a?.[0] + 1][a?.[1]?.[0]], a?.[n?.[0] ?? 1][0]]`,
  'chains within arguments': `const a = [1], n = null; const f = (...x) => x; return f?.(a?.[0], n?.[0], ...(n?.[0] ?? [3]))`,
  'in default parameters': `const f = (a, x = a?.[0], y = a?.b[0]) => [x, y]; return [f(null), f(Object.assign([1], { b: [2] }))]`,
  'in class fields': `const a = { b: [1] }, n = null; class A { x = a?.b[0]; y = n?.b[0]; static z = a?.['b'][0] } return [{ ...new A() }, A.z]`,
  'in generators': `function* g() { const a = { b: [1, 2] }; return a?.b[yield 1]?.toFixed(yield 2) } const i = g(); i.next(); i.next(1); return i.next(1).value`,
  'recursion in a chain': `const f = (n) => n === 0 ? null : ({ a: [f(n - 1)] })?.a[f(0)?.[0] ?? 0]; return [f(1), f(3)]`,
});
