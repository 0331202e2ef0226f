import { table } from './snippet.js';

export const snippets = table({
  'element reads': `const a = [1, 2, 3]; let i = 1; return [a[0], a[i], a[i + 1], a['length'], a["1"], a[a.length]]`,
  'keys are evaluated once and in order': `const a = [[1, 2], [3, 4]]; const f = (x) => (log(x), x); return [a[f(1)][f(0)], a[f(0)][f(1)]]`,
  'keys are converted': `const key = { toString: () => 'x' }; const o = { x: 1 }; o[key] += 1; o[key]++; ++o[key]; return [o.x, o[key]]`,
  'symbols as keys': `const s = Symbol('s'); const o = { [s]: 1 }; o[s] += 2; o[s]++; return o[s]`,
  'a sequence as a key': `const a = [1, 2]; return a[log('x'), 1]`,
  'reading from undefined': `let a; return a[0]`,
  'reading from null': `const a = null; return a[log('key'), 'x']`,
  'writing to undefined': `let a; a[log('key')] = log('value')`,
  'incrementing an element of null': `const a = null; a[0]++`,
  'adding to an element of undefined': `let a; a['x' + 1] += log('never')`,
  'strings have elements': `const s = 'abc'; return s[1] + s[2] + String(s[9])`,
  'getters with computed names': `let n = 0; const o = { get ['a' + 1]() { return ++n } }; return [o['a' + 1], o['a' + 1], n]`,
  'setters with computed names': `const o = { set ['a' + 1](v) { log(v) } }; return [o['a' + 1] = 5, o['a' + 1]]`,
  'members of literals': `return [[1, 2][1], 'abc'[0], ({ x: 1 })['x'], (() => 4)['name'], /a/['source'], \`ab\`[1]]`,
  'members after words': `function f() { return[4, 5][1] } return typeof[1][0] + f()`,
  'more words': `switch (2) { case[2][0]: return void[1][0] in[1] || 'yes' }`,
  'nested elements': `const a = [[0, [1, 2]], 1]; return a[a[1] - 1][a[0][0] + 1][a[0][1][0]]`,
  'proxies see one access each': `const seen = []; const p = new Proxy({}, { get: (_, k) => (seen.push('get ' + String(k)), 1), set: (_, k, v) => (seen.push('set ' + k + v), true), has: () => true }); p[1]; p[2] = 3; p[3] += 1; p[4]++; p.x; return seen`,
  'delete and in': `const a = { x: 1, y: 2 }; const k = 'x'; return [delete a[k], k in a, delete (a['y']), 'y' in a]`,
  'super with computed names': `class A { get x() { return this.v } m() { return 1 } } class B extends A { v = 3; f(k) { return [super[k], super['m'](), super.m()] } set(k) { super[k] = 7; super[k] += 1; return this[k] } } const b = new B(); return [b.f('x'), b.set('q')]`,
  'in a template': 'const a = [1, 2]; return `${a[0]}-${`${a[1]}`}-${a[0]++}`',
  'tagged templates':
    'const tag = (s, ...v) => s.raw.join("|") + v.join(","); const o = { t: tag, self() { return this === o } }; const a = [tag]; return [tag`a${1}b${[2][0]}`, o.t`x`, a[0]`y${3}`, o.self``]',
  'comments everywhere': `const a = [1, 2, 3]; const i = 1; return a /* [ */ [ /* ] */ i // end [
    ] + a
    // another [0]
    [2]`,
  'typeof and void': `const a = [1]; return [typeof a[0], typeof a[1], void a[0], (-a[0]) ** 2, !a[0], ~a[0], +a[0]]`,
  spreads: `const a = [[1, 2], [3]]; const o = [{ x: 1 }]; return [...a[0], ...a[1], { ...o[0], ...a[0] }, Math.max(...a[0])]`,
  'conditionals and logic': `const a = [0, 1, null]; return [a[0] ? a[1] : a[2], a[0] || a[1], a[0] && a[1], a[2] ?? a[1]]`,
  'own names of instruments are free': `const $ = 1, r = 2, $r = 3, $S = 4, $m = 5, w = 6; return [$, r, $r, $S, $m, w][[3][0]]`,
  'names of functions': `const o = { f: () => {}, ['g' + 1]: function () {} }; const h = () => {}; let k; k = class {}; const a = []; a[0] = () => {}; return [o.f.name, o.g1.name, h.name, k.name, a[0].name]`,
});
