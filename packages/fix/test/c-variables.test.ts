import type { VariableAccess, VariableRepair } from '@fencepost/check';
import { describe, expect, it } from 'vitest';
import { CSources } from '../src/c-sources.js';
import { CVariables } from '../src/c-variables.js';
import { edited } from '../src/editor.js';
import { filesOf } from '../src/source-files.js';

interface Options {
  readonly variable?: string;
  readonly order?: VariableRepair['order'];
  readonly isCxx?: boolean;
  readonly needsVolatile?: boolean;
}

/** Texts in which `@` marks the places that a compiler gives accesses; undefined: what was asked for cannot be done. */
function changed(
  marked: Readonly<Record<string, string>>,
  { variable = 'x', order = 'seq_cst', isCxx = false, needsVolatile = false }: Options = {},
): Readonly<Record<string, string>> | undefined {
  const accesses: VariableAccess[] = [];
  const texts: Record<string, string> = {};
  for (const [file, content] of Object.entries(marked)) {
    const parts = content.split('@');
    texts[file] = parts.join('');
    parts.slice(1).forEach((after, i) => {
      const before = parts.slice(0, i + 1).join('');
      const line = before.split('\n').length;
      const column = Buffer.from(before.slice(before.lastIndexOf('\n') + 1)).length + 1;
      accesses.push({ operation: /^\s*[-+=|]/.test(after) ? 'store' : 'load', site: { file, line, column } });
    });
  }
  const [first] = Object.keys(marked);
  const editor = new CVariables(new CSources([first!], filesOf(texts), isCxx), isCxx, needsVolatile);
  const repair = { change: 'atomic', variable, order } as const;
  const edits = editor.canMake(repair) ? editor.edits([{ variable, order, accesses }]) : undefined;
  return edits && Object.fromEntries([...edits].map(([file, own]) => [file, edited(texts[file]!, own)]));
}

function one(text: string, options?: Options): string | undefined {
  return changed({ 'a.c': text }, options)?.['a.c'];
}

describe('a declaration in C', () => {
  it.each([
    ['int x;', '_Atomic int x;'],
    ['static unsigned long x = 0;', 'static _Atomic unsigned long x = 0;'],
    ['volatile int x;', '_Atomic int x;'],
    ['static flag_t volatile x;', 'static flag_t _Atomic x;'],
    ['int data, x = 0, other = 7;', 'int data; _Atomic int x = 0; int other = 7;'],
    ['int x, y;', '_Atomic int x; int y;'],
    ['int a = f(1, 2), x[2] = {1, 2};', undefined],
    ['struct n *x;', 'struct n *_Atomic x;'],
    ['struct n *volatile x, *tail;', 'struct n *_Atomic x, *tail;'],
    ['struct n **x;', 'struct n **_Atomic x;'],
    ['enum state x = NO;', '_Atomic enum state x = NO;'],
    ['void f(void) { int x = 0; }', 'void f(void) { _Atomic int x = 0; }'],
    ['/* x */ int /* y */ x /* z */ ;', '/* x */ _Atomic int /* y */ x /* z */ ;'],
    ['int\r\n\tx;\r\n', '_Atomic int\r\n\tx;\r\n'],
    // These have no type of their own, or one that cannot be atomic.
    ['struct s x;', undefined],
    ['struct { int a; } x;', undefined],
    ['atomic_int x;', undefined],
    ['_Atomic int x;', undefined],
    ['DECLARE(int, x);', undefined],
    ['int f(void) { return x; }', undefined],
    ['int x(void);', undefined],
    ['void f(void) { int x; } void g(void) { int x; }', undefined],
  ])('%j', (text, expected) => {
    expect(one(text)).toBe(expected);
  });

  it.each([
    ['int x[2] = {0, 0};', 'x[]', '_Atomic int x[2] = {0, 0};'],
    ['char x[2][3];', 'x[][]', '_Atomic char x[2][3];'],
    ['struct n *x[4];', 'x[]', 'struct n *_Atomic x[4];'],
    ['int *x;', 'x[]', '_Atomic int *x;'],
    ['int **x;', 'x[]', 'int *_Atomic *x;'],
    ['int x;', 'x[]', undefined],
    ['struct s { int v, x; } s;', '.x', 'struct s { int v; _Atomic int x; } s;'],
    ['typedef struct { int x[2]; } s;', '.x[]', 'typedef struct { _Atomic int x[2]; } s;'],
    ['struct s { int x : 1; } s;', '.x', undefined],
    ['union u { int x; char c[4]; } u;', '.x', undefined],
    ['struct a { int x; }; struct b { int x; };', '.x', undefined],
  ])('%j: %s', (text, variable, expected) => {
    expect(one(text, { variable })).toBe(expected);
  });

  it('is left alone if only volatile variables are wanted', () => {
    expect(one('int x;', { needsVolatile: true })).toBeUndefined();
    expect(one('volatile int x;', { needsVolatile: true })).toBe('_Atomic int x;');
  });

  it('is found in headers, as often as it is there', () => {
    expect(changed({ 'a.c': '#include "x.h"\nint x;', 'x.h': 'extern int x;' })).toEqual({
      'a.c': '#include "x.h"\n_Atomic int x;',
      'x.h': 'extern _Atomic int x;',
    });
  });

  it('is that of a pointer, too', () => {
    const text = 'void w(void *a) { int *p = a; *p @= 1; }\nint main() { int x = 0; while (!@x); }';
    expect(one(text)).toBe(
      text.replaceAll('@', '').replaceAll('int *p', '_Atomic int *p').replace('int x', '_Atomic int x'),
    );
  });

  it.each([
    ['struct b { int x; } b; void f() { b.x @= 1; }', 'struct b { _Atomic int x; } b; void f() { b.x = 1; }'],
    [
      'typedef struct { int x; } b; void f(b *p) { p->x @= 1; }',
      'typedef struct { _Atomic int x; } b; void f(b *p) { p->x = 1; }',
    ],
    [
      'struct b { int x; }; struct c { struct b *in[2]; } c; void f() { c.in[0]->x @= 1; }',
      'struct b { _Atomic int x; }; struct c { struct b *in[2]; } c; void f() { c.in[0]->x = 1; }',
    ],
    ['struct b { int x; } b; void f() { g()->x @= 1; }', undefined],
  ])('is that of a structure among several: %j', (text, expected) => {
    const other = 'struct a { long x; } a; ';
    expect(one(other + text, { variable: '.x' })).toBe(expected && other + expected);
  });

  it('is not that of another scope', () => {
    expect(one('int x; void f() { int x = 1; x++; } void g() { x @= 1; }')).toBe(
      '_Atomic int x; void f() { int x = 1; x++; } void g() { x = 1; }',
    );
    expect(one('int x; int f(int x) { return x; } void g() { int y; x @= 1; }')).toBe(
      '_Atomic int x; int f(int x) { return x; } void g() { int y; x = 1; }',
    );
  });
});

describe('a declaration in C++', () => {
  it.each([
    ['bool x = false;', 'std::atomic<bool> x{false};'],
    ['int x{0};', 'std::atomic<int> x{0};'],
    ['int x = f();', 'std::atomic<int> x = f();'],
    ['auto x = 0;', 'std::atomic x{0};'],
    ['volatile int x = 0, y = 0;', 'std::atomic<int> x{0}; volatile int y = 0;'],
    ['Node *x = nullptr;', 'std::atomic<Node *> x{nullptr};'],
    ['std::uint32_t x;', 'std::atomic<std::uint32_t> x;'],
    ['namespace a { static inline long x; }', 'namespace a { static inline std::atomic<long> x; }'],
    ['class C { public: int v; private: mutable bool x = true; };', undefined],
  ])('%j', (text, expected) => {
    expect(one(`#include <atomic>\n${text}`, { isCxx: true })).toBe(expected && `#include <atomic>\n${expected}`);
  });

  it('is that of a static member, too', () => {
    const text = 'struct S { static bool x; };\nbool S::x = false; void f() { S::x @= true; }';
    expect(one(`#include <atomic>\n${text}`, { variable: 'S::x', isCxx: true })).toBe(
      '#include <atomic>\nstruct S { static std::atomic<bool> x; };\nstd::atomic<bool> S::x{false}; void f() { S::x = true; }',
    );
  });

  it('is that of a member, and gets its header', () => {
    expect(one('class C { public: int v; private: mutable bool x = true; };', { variable: '.x', isCxx: true })).toBe(
      '#include <atomic>\nclass C { public: int v; private: mutable std::atomic<bool> x{true}; };',
    );
  });
});

describe('an access', () => {
  const HEAD = '#include <stdatomic.h>\n';
  it.each([
    ['x @= 1;', 'atomic_store_explicit(&x, 1, memory_order_release);'],
    [
      'if (a) x @= b ? 1 : 2; else x @= 0;',
      'if (a) atomic_store_explicit(&x, b ? 1 : 2, memory_order_release); else atomic_store_explicit(&x, 0, memory_order_release);',
    ],
    ['x /* a */ @= /* b */ 1;', 'atomic_store_explicit(&x /* a */ ,  /* b */ 1, memory_order_release);'],
    ['x @= f(1, 2), y = 3;', 'atomic_store_explicit(&x, f(1, 2), memory_order_release), y = 3;'],
    ['x @= !@x;', 'atomic_store_explicit(&x, !atomic_load_explicit(&x, memory_order_acquire), memory_order_release);'],
    ['x@++;', 'atomic_fetch_add_explicit(&x, 1, memory_order_acq_rel);'],
    ['@--x;', 'atomic_fetch_sub_explicit(&x, 1, memory_order_acq_rel);'],
    ['y = x@++;', 'y = atomic_fetch_add_explicit(&x, 1, memory_order_acq_rel);'],
    ['x @|= 4;', 'atomic_fetch_or_explicit(&x, 4, memory_order_acq_rel);'],
    ['return @x;', 'return atomic_load_explicit(&x, memory_order_acquire);'],
    // Their values are used, or there is no such operation.
    ['y = x @= 1;', undefined],
    ['y = @--x;', undefined],
    ['x @*= 2;', undefined],
    ['@SET(x);', undefined],
  ])('%j', (text, expected) => {
    const declared = `${HEAD}int x; int f() { `;
    expect(one(`${declared}${text} }`, { order: 'acq_rel' })).toBe(
      expected && `${declared.replace('int x', '_Atomic int x')}${expected} }`,
    );
  });

  it.each([
    ['x @= 1;', 'x.store(1, std::memory_order_relaxed);'],
    ['x @+= 2;', 'x.fetch_add(2, std::memory_order_relaxed);'],
    ['while (!@x);', 'while (!x.load(std::memory_order_relaxed));'],
  ])('in C++ %j', (text, expected) => {
    const declared = '#include <atomic>\nint x; int f() { ';
    expect(one(`${declared}${text} }`, { order: 'relaxed', isCxx: true })).toBe(
      `${declared.replace('int x', 'std::atomic<int> x')}${expected} }`,
    );
  });

  it.each([
    [
      'struct s { int x; } s, *q;',
      's.x @= 1; return q->@x;',
      '.x',
      'atomic_store_explicit(&s.x, 1, memory_order_relaxed); return atomic_load_explicit(&q->x, memory_order_relaxed);',
    ],
    ['int x[2];', 'return @x[i] + y;', 'x[]', 'return atomic_load_explicit(&x[i], memory_order_relaxed) + y;'],
    [
      'struct s { int x[2]; } s;',
      'return @s.x[1];',
      '.x[]',
      'return atomic_load_explicit(&s.x[1], memory_order_relaxed);',
    ],
    [
      'struct n *x;',
      'return @x->v + @x[1].v;',
      'x',
      'return atomic_load_explicit(&x, memory_order_relaxed)->v + atomic_load_explicit(&x, memory_order_relaxed)[1].v;',
    ],
  ])('%s %j', (declaration, text, variable, expected) => {
    const found = one(`${HEAD}${declaration} int f() { ${text} }`, { variable, order: 'relaxed' });
    expect(found).toContain(`{ ${expected} }`);
  });
});
