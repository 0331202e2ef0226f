import { table } from './snippet.js';

export const snippets = table({
  'no semicolons': `
    const a = [1, 2]
    let x = a[0]
    a[1] = x
    ++x
    a[0]++
    const o = { p: 1 }
    o.p++
    o.p += a[1]
    ;[x, a[0]] = [a[0], x]
    ;(() => { x++ })()
    const f = () => x
    a.push(f())
    const g = function () {}
    log(g.name)
    while (a[0] > 5) a[0]--
    do a[0]++
    while (a[0] < 4)
    if (a[0]) x = a[0]
    else x = a[1]
    return [a, x, o]`,
  'a statement that goes on': `
    const a = [[1, 2], 'x']
    const b = a
      [0]
      [1]
    const c = a
      .slice(0)
      .concat([b])
    return [b, c]`,
  'after a removed break': `
    let n = 0
    l: while (n < 3) {
      n++
      continue l
    }
    const s = \`a
b\${n}\`
    return s`,
  'regular expressions': `const s = 'a[0]/b'; const re = /\\[0\\]\\//; return [re.test(s), s.replace(/[[\\]/]/g, '_'), 4 / 2 / [2][0], 'x'.match(/x/)[0]]`,
  'strings and templates that look like code':
    'const a = [1]; return ["a[0] = 1", \'a[0]++\', `a[0] ${"${a[0]}"} ${a[0]}`, String.raw`\\n${a[0]}`]',
  'line continuations and escapes': `const \\u0061b = [1]; return ['a\\
b', ab[0], 'caf\\u00e9', '\\u{1F600}'.length]`,
  'letters beyond ASCII': `const größe = [1, 2], 日本 = { é: [3] }; return [größe[1], 日本.é[0], '😀'[0].length, größe[0]++ + größe[0]]`,
  'HTML entities and dollar signs': `const $ = (x) => x, _ = [1], $$ = { $_: [2] }; return [$(_[0]), $$.$_[0], \`$\{_[0]}\`]`,
  'contextual keywords': `const async = [1], of = [2], get = [3], set = [4], from = [5], as = [6], target = [7]; return [async[0], of[0], get[0], set[0], from[0], as[0], target[0]]`,
  'directives in functions': `function f() { 'use strict'; 'other'; return [1][0] } return f()`,
  'empty statements': `;;; if ([0][0]) ; else ; for (;false;) ; return 1;;`,
  'nested ternaries and arrows': `const f = (a) => a[0] ? (b) => b[0] ? 'x' : 'y' : () => 'z'; return [f([1])([1]), f([1])([0]), f([0])()]`,
  'exponentiation and unary operators': `const a = [2]; return [a[0] ** a[0] ** 2, (-a[0]) ** 2, - -a[0], + +a[0], a[0] - -a[0], a[0]-- - --a[0]]`,
  'in and instanceof': `const a = [Array]; return [0 in a, 'x' in { x: 1 }, [] instanceof a[0], !(1 in a)]`,
  'octal and binary, separators': `return [0b11, 0o17, 0xff, 1_000, .5, 5., 1e3, [1_0][0]]`,
  'void and comma in for heads': `const a = [0, 0]; for (let i = 0, j = 5; a[0] = i, a[1] = j, i < j; i++, j--) log(a[0] + a[1]); return a`,
  'debugger and blocks': `debugger; { { const a = [1]; { log(a[0]) } } } return 2`,
  switch: `const a = [2, 'x']; switch (a[0]) { case a[0] - 1: log('no'); case 2: { log('two') } case 3: log('fall'); break; default: log('no') } switch (a[1]) { default: log('d'); case 'y': log('y') } return 1`,
  'objects and blocks': `const a = { 'x-y': 1, 2: 3, [\`k\${1}\`]: 4, __proto__: { p: 5 }, }; return [a['x-y'], a[2], a.k1, a.p, Object.keys(a)]`,
  'getter named like a keyword': `const o = { get if() { return [1] }, new: [2], delete: { in: [3] } }; return [o.if[0], o.new[0], o.delete.in[0], delete o.delete.in[0]]`,
});
