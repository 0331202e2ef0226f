import { expect, test } from 'vitest';
import { emittedText } from './helpers.js';

/** Source and what is to become of it, with `$` for the prefix of our names. */
const CASES: Readonly<Record<string, readonly [source: string, emitted: string]>> = {
  'a read': ['a[i]', '$r(a,i,$S+0)'],
  'a read with a constant index': ['a[0]', '$r(a,0,$S+0)'],
  'a read by an index in a string': ["a['0']", "$r(a,'0',$S+0)"],
  'a property by its name': ["a['b']", "a['b']"],
  'a write': ['a[i] = v', '$w(a,i , v,$S+0)'],
  'a compound assignment': ['a[i] += v', '$ref(a,i,$S+0).v += v'],
  'a logical assignment': ['a[i] ??= v', '$ref(a,i,$S+0).v ??= v'],
  'an increment': ['a[i]++', '$inc(a,i,1,false,$S+0)'],
  'a decrement in front': ['--a[i]', '$inc(a,i,-1,true,$S+0)'],
  'destructuring into elements': ['[a[0]] = b', '[$ref(a,0,$S+0).v] = $iterated(b,$S+1)'],
  'for-of into elements': ['for (a[0] of b);', 'for ($ref(a,0,$S+0).v of $iterated(b,$S+1));'],
  'a pattern with indices': ['const {0: x} = a', 'const {0: x} = $pat(a,$S+0)'],
  'a pattern with computed keys': ['({[k]: x} = a)', '({[k]: x} = $pat(a,$S+0))'],
  'a parameter with indices': [
    '({0: x, [k]: y}) => 1',
    '({[$part(0)]:{}=1,[$key($S+0)]: x, [$part(k)]:{}=1,[$key($S+1)]: y}) => 1',
  ],
  'a pattern in a pattern': [
    'const [{0: x = 1}] = a',
    'const [{[$part(0)]:{}=1,[$key($S+0)]: x = 1}] = $iterated(a,$S+1)',
  ],
  'a pattern in a head': [
    "for (const {'0': x} of a);",
    "for (const {[$part('0')]:{}=1,[$key($S+0)]: x} of $iterated(a,$S+1));",
  ],
  'a pattern with names': ['const {x} = a', 'const {x} = a'],
  'a call': ['f(x, y)', 'f(x, $calls(y,$S+0,f))'],
  'a call with a spread': ['f(...x)', 'f(...$iterated(x,$S+1),...$calls([],$S+0,f))'],
  'a call without arguments': ['f()', '$callee(f,"f")()'],
  'a method without arguments': ['o.m()', '$at($called(o,"m"),$S+0).m()'],
  'a called element is read as it is, and may change its object': ['a[i](x)', '$touched(a,i)[i]($at(x,$S+0))'],
  'a deleted element': ['delete a[i]', '$effect(delete a[i])'],
  'a constructor': ['new C(x)', 'new C($arg(C,x,$S+0))'],
  'a constructor with two arguments': ['new C(x, y)', 'new C($arg(C,x,$S+0), $at(y,$S+0))'],
  'a constructor with a spread': ['new C(...x)', '$cons( C,$S+0,...$iterated(x,$S+1))'],
  'a constructor that is a member': ['new a.C(x)', '$cons( a.C,$S+0,x)'],
  'an object with a spread': ['x = { ...y }', 'x = { ...$pat(y,$S+0) }'],
  'a rest of properties': ['const { ...x } = a', 'const { ...x } = $pat(a,$S+0)'],
  'a rest of properties of a parameter': ['({ a, ...x }) => 1', '({ a, [$whole()]:{}=1,...x }) => 1'],
  'a base class': ['class A extends B { 0 = 1; x = 2 }', 'class A extends $base(B) { [$field(0)] = 1; x = 2 }'],
  'a field with an index': ['class A { 0 = 1 }', 'class A { 0 = 1 }'],
  'a prototype': [
    'F.prototype = { __proto__: x }',
    '$touch(F,"prototype").prototype = $proto({ __proto__: $proto(x) })',
  ],
  'eval as a value': ['f(eval)', 'f($calls($indirect(eval),$S+0,f))'],
  'a buffer': [
    'const sab = new SharedArrayBuffer(8)',
    'const sab = $name(new SharedArrayBuffer($arg(SharedArrayBuffer,8,$S+0)),"sab")',
  ],
  'a buffer in a view': [
    'this.view = new Int8Array(new SharedArrayBuffer(n))',
    '$touch(this,"view").view = new Int8Array($arg(Int8Array,$name(new SharedArrayBuffer($arg(SharedArrayBuffer,n,$S+1)),"view"),$S+0))',
  ],
  'a buffer as a property': [
    'x = { sab: new SharedArrayBuffer(n) }',
    'x = { sab: $name(new SharedArrayBuffer($arg(SharedArrayBuffer,n,$S+0)),"sab") }',
  ],
  'an update of a property': ['o.p++', '$touch(o,"p").p++'],
  'a compound assignment to a property': ['o.p += 1', '$touch(o,"p").p += 1'],
  'an assignment to a property': ['o.p = 1', '$touch(o,"p").p = 1'],
  'a private field': ['class A { #x; f() { this.#x++ } }', 'class A { #x; f() { $touch(this,$o=>$o.#x).#x++ } }'],
  'a property of super': ['o = { f() { super.x = 1 } }', 'o = { f() { $effect(super.x = 1) } }'],
  'a method that changes its object': ['m.set(1, 2)', '$touched(m,"set").set(1, $at(2,$S+0))'],
  'a method without arguments that changes its object': ['m.clear()', '$at($touched(m,"clear"),$S+0).clear()'],
  'a function that changes an object': ['Object.assign(o, p)', 'Object.assign($touched(o), $at(p,$S+0))'],
  'an own variable': ['function f() { let x; x++; x = 1 }', 'function f() { let x; x++; x = 1 }'],
  'a variable of the module, in the module': ['let x; x++', 'let x; x++'],
  'a variable of an outer function': ['let x; () => x++', 'let x; () => $effect(x++)'],
  'several outer variables': [
    'let x, y; () => { [x, y] = a }',
    'let x, y; () => { $effect([x, y] = $iterated(a,$S+0)) }',
  ],
  'a global variable': ['function f() { x = 1 }', 'function f() { $effect(x = 1) }'],
  'a catch': ['try { } catch (e) { }', 'try { } catch (e) {$caught(e); }'],
  'a catch without a parameter': ['try { } catch { }', 'try { } catch($e) {$caught($e); }'],
  'a catch with a pattern': ['try { } catch ({ m }) { }', 'try { } catch ($e){let { m }=$caught($e); { }}'],
  'a finally': ['try { } finally { }', 'try { } finally {$caught(); }'],
  'an optional element': ['a?.[i]', '$id($skip($opt(a))?void 0:$r($rest(),i,$S+0))'],
  'an element behind an optional member': ['a?.b[i]', '$id($skip($opt(a)?.b)?void 0:$r($rest(),i,$S+0))'],
  'a chain without elements': ['a?.b(c)', '$called(a,"b")?.b($at(c,$S+0))'],
  'an import() and import.meta': ['import("x")', '$m.dynamic("x")'],
  'a direct eval': ['eval(x)', 'eval($text(x,$S+0))'],
};

test.each(Object.entries(CASES))('%s', (_what, [source, emitted]) => {
  expect(emittedText(source)).toBe(emitted);
});

const LOOPS: Readonly<Record<string, readonly [source: string, emitted: string]>> = {
  'a while loop': [
    'while (f()) g()',
    '{const $loop=$enter($S+0);while ($head($loop)&&($callee(f,"f")())) $callee(g,"g")()}',
  ],
  'a do loop': ['do { f() } while (x)', '{const $loop=$enter($S+0);do {$head($loop);{ $callee(f,"f")() }} while (x)}'],
  'a for loop': [
    'for (let i = 0; i < n; i++) f()',
    '{const $loop=$enter($S+0,1);for (let i = 0; $head($loop,i)&&(i < n); i++) $callee(f,"f")()}',
  ],
  'a for loop without a test': ['for (;;) f()', '{const $loop=$enter($S+0);for (;$head($loop);) $callee(f,"f")()}'],
  labels: ['a: b: while (x) f()', '{const $loop=$enter($S+0);a: b: while ($head($loop)&&(x)) $callee(f,"f")()}'],
  'an endless loop that does nothing visible': ['for (;;);', '{const $loop=$enter($S+0);for (;$head($loop););}'],
  'a loop that does nothing visible': ['while (x) x--', 'while (x) x--'],
  'for-of and for-in': [
    'for (const x of y) f(); for (const x in y) f()',
    'for (const x of $iterated(y,$S+0)) $callee(f,"f")(); for (const x in y) $callee(f,"f")()',
  ],
};

test.each(Object.entries(LOOPS))('%s', (_what, [source, emitted]) => {
  expect(emittedText(source)).toBe(emitted);
});

/** What each loop of a function carries from one iteration to the next. */
const CARRIED: Readonly<Record<string, readonly [source: string, carried: readonly string[]]>> = {
  'variables and parameters that are assigned': ['function g(p, q) { let x, y; while (f()) { x = p; p++ } }', ['x,p']],
  'nothing that is only read': ['function g(p) { while (f(p)) f() }', ['']],
  'variables of the head': ['for (let i = 0, n = 5; f(i); i++) { n = i; }', ['i,n']],
  'not what is declared in the body': ['while (f()) { let x = 1; x++; const y = 2 }', ['']],
  'var, wherever it is declared': ['while (f()) { var x = 1 }', ['x']],
  'not variables of an outer function': ['let x; function g() { while (f()) x++ }', ['']],
  'what a closure in the loop assigns': ['let x; while (f()) { h(() => x++) }', ['x']],
  'destructuring and for-of': ['let x, y, z; while (f()) { [x, { a: y }] = f(); for (z of f()); }', ['x,y,z']],
  'in all loops around': ['let x; while (f()) { let y; while (f(x, y)) { x++; y++ } }', ['x', 'x,y']],
  'not what the body shadows': ['let x; while (f()) { { let x; x++ } }', ['']],
  'not what is declared later': ['while (f()) { h(() => { x = 1 }) } let x', ['']],
  'what the test assigns': ['let x; while ((x = f()) !== 1);', ['x']],
  'no counters': ['let x = 0; while (f()) { x += 2; if (x > 9) break }', ['']],
  'counters that are used': ['let x = 0; while (f()) { if (x++ > 9) f(x) }', ['x']],
  'counters that are reset': ['let x = 0; while (f()) { if (x++ > 9) x = 0 }', ['x']],
  'counters that are stepped twice': ['let x = 0; while (f()) { x++; if (x > 9) x++ }', ['x']],
  'counters of closures': ['let x = 0; while (f(() => x)) x++', ['x']],
  'counters that are compared with what changes': ['let x = 0, y = 9; while (f(y)) { if (x++ > y) y++; }', ['x,y']],
};

test.each(Object.entries(CARRIED))('loops carry %s', (_what, [source, carried]) => {
  const heads = [...emittedText(source).matchAll(/\$head\(\$loop,?(.*?)\)/g)];
  expect(heads.map(([, names]) => names)).toStrictEqual(carried);
});

/** The counters of a loop, and what they are compared with. */
const COUNTERS: Readonly<Record<string, readonly [source: string, counters: readonly string[]]>> = {
  'in the body': ['let x = 0; while (f()) { if (++x > 9) g() }', ['x,9']],
  'of a for loop': ['for (let i = 9; i > -1; i--) f()', ['i,-1']],
  'compared with a variable': [
    'const m = 9; let x = 0; while (f()) { x += 2; if (m === x) g() } if (x < 3) g()',
    ['x,m,3'],
  ],
  parameters: ['function g(x) { while (x-- > 0) f() }', ['x,0']],
  'two of them': ['let x = 0, y; for (y = 1; x < 5; x++, y++) f(y = 2)', ['x,5']],
  'of the inner loop': ['while (f()) { let x = 0; while (x < 7) { x++; f() } }', ['x,7']],
  'whose name is another, too': ['let x = 0; while (o.x < 5) { x++; f({ x: 1 }) }', ['x']],
};

test.each(Object.entries(COUNTERS))('counters %s', (_what, [source, counters]) => {
  const counts = [...emittedText(source).matchAll(/\$count\(\$loop,(.*?)\)/g)];
  expect(counts.map(([, names]) => names)).toStrictEqual(counters);
});

test.each([
  ['a constant', '{ const n = 2; t.after(() => n); }', true],
  ['a constant of a loop', 'for (const n of [2]) t.after(() => n);', true],
  ['a constant of a pattern in a loop', 'for (const [n, { k }] of all) t.after(() => n + k);', true],
  ['a key', 'for (const n in all) t.after(() => n);', true],
  ['a variable of a loop', 'for (let n = 2; n < 3; n++) t.after(() => n);', false],
  ['a variable of for-of', 'for (let n of [2]) t.after(() => n);', false],
])('a check of the end that names %s may be memoised, or not', (_, source, isClosed) => {
  expect(emittedText(source).includes('closed(')).toBe(isClosed);
});
