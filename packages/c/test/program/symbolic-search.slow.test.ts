import { describe, expect, it } from 'vitest';
import { canCompile } from '@fencepost/testing/compiled';
import { mayReachError } from '../../src/ir/symbolic/unreachable.js';
import { clang } from '../ir/fixtures.js';

const PRELUDE = `
#define _GNU_SOURCE
#include <pthread.h>
#include <stdlib.h>
#define T(name) void *name(void *arg)
#define IN(m, what) pthread_mutex_lock(m); what; pthread_mutex_unlock(m)
#define SECTION(what) __VERIFIER_atomic_begin(); what; __VERIFIER_atomic_end()
#define START(t, f) pthread_create(&t, 0, f, 0)
#define JOIN(t) pthread_join(t, 0)
#define ANY __VERIFIER_nondet_int()
#define ASSUME __VERIFIER_assume
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assume(int), __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void), reach_error(void);
void check(int holds) { if (!holds) reach_error(); }
int sign(int l) { return l < 0 ? -1 : l > 0; }
int minus(int one, int other) {
  ASSUME(other <= 0 || one >= other - 2147483648);
  ASSUME(other >= 0 || one <= other + 2147483647);
  return one - other;
}
int x, y, z, o, p, q, *made, a[3];
_Bool b;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
pthread_t t, u, v;
`;

/** Returns why the program may reach the error. `code` is its functions; `body` is that of main. */
function reason(code: string, body: string, openFunctions = false): string | undefined {
  const text = `${PRELUDE}${code}\nint main(void) { ${body} return 0; }`;
  const flags = '-O0 -Xclang -disable-O0-optnone -w -S -emit-llvm -x c - -o -';
  const until = performance.now() + 20_000;
  return mayReachError([clang(flags.split(' '), text)], openFunctions, 'reach_error', () => performance.now() > until);
}

const BOTH = 'START(t, f); START(u, k); JOIN(t); JOIN(u);';
const ALL = 'START(t, f); START(u, k); START(v, h); JOIN(t); JOIN(u); JOIN(v);';
const COUNT = (how: string): string => `T(f) { ${how}; return 0; } T(k) { ${how}; return 0; }`;
const TICKET = (thread: string, inside: string): string =>
  `T(${thread}) { int own; SECTION(own = y; y++); SECTION(ASSUME(own <= x)); ${inside} SECTION(x++); return 0; }`;

/** A program that is proved, and one nearly like it, in which the error can be reached. */
type Row = readonly [
  what: string,
  code: string,
  body: string,
  twin: { readonly code?: string; readonly body?: string },
];

const ROWS: readonly Row[] = [
  ['open values in an order', '', 'o = ANY; p = ANY; ASSUME(o < p); check(o != p);', { body: 'o = ANY; p = ANY; ASSUME(o <= p); check(o != p);' }],
  ['a chain of orders', '', 'o = ANY; p = ANY; q = ANY; if (o < p && p < q) check(o < q);', { body: 'o = ANY; p = ANY; q = ANY; if (o < p && p < q) check(o + 2 < q);' }],
  ['no integer between two others', '', 'o = ANY; p = ANY; if (o < 9 && o < p && p < o + 2) check(p == o + 1);', { body: 'o = ANY; p = ANY; if (o < 9 && o < p && p < o + 3) check(p == o + 1);' }],
  ['a sum that fits', '', 'o = ANY; ASSUME(o < 100); check(o + 1 > o);', { body: 'o = ANY; check(o + 1 > o);' }],
  ['a difference that fits', '', 'o = ANY; p = ANY; check(minus(o, p) < 0 == o < p);', { body: 'o = ANY; p = ANY; check(o - p < 0 == o < p);' }],
  ['a product that fits', '', 'o = ANY; ASSUME(o > 0 && o < 1000); check(3 * o > o);', { body: 'o = ANY; ASSUME(o > 0); check(3 * o > o);' }],
  ['products of the same numbers', '', 'o = ANY; p = ANY; check(o * p == p * o);', { body: 'o = ANY; p = ANY; check(o * p == o * o);' }],
  ['unsigned numbers', '', 'unsigned l = ANY; if (l < 3) check(l <= 2);', { body: 'unsigned l = ANY; if (l < 3) check(l <= 1);' }],
  ['numbers that are negative if signed', '', 'unsigned l = ANY; if (l > 2147483647u) check((int)l < 0);', { body: 'unsigned l = ANY; if (l > 2147483646u) check((int)l < 0);' }],
  ['parts of numbers', '', 'signed char l = ANY; check(l < 128);', { body: 'signed char l = ANY; check(l < 127);' }],
  ['truth values', '', 'b = __VERIFIER_nondet_bool(); check(b == 0 || b == 1);', { body: 'b = __VERIFIER_nondet_bool(); check(b == 1);' }],
  ['negated truth values', '', 'b = __VERIFIER_nondet_bool(); _Bool l = !b; check(b + l == 1);', { body: 'b = __VERIFIER_nondet_bool(); _Bool l = !b; check(b + l == b);' }],
  ['the zeros of calloc', '', 'made = calloc(2, 4); check(made[1] == 0);', { body: 'made = malloc(8); check(made[1] == 0);' }],
  ['a short loop', '', 'o = ANY; ASSUME(o < 10); for (int i = 0; i < 3; i++) a[i] = o + i; check(a[2] - a[0] == 2);', { body: 'o = ANY; ASSUME(o < 10); for (int i = 0; i < 3; i++) a[i] = o + i; check(a[2] - a[0] == 1);' }],
  [
    'a comparison by two threads',
    'T(f) { x = minus(o, p); return 0; } T(k) { y = minus(p, o); return 0; }',
    `o = ANY; p = ANY; ${BOTH} check(sign(x) == -sign(y));`,
    { body: `o = ANY; p = ANY; ${BOTH} check(x == y);` },
  ],
  [
    'a transitive order by three threads',
    'T(f) { SECTION(x = minus(o, p)); return 0; } T(k) { SECTION(y = minus(p, q)); return 0; } T(h) { SECTION(z = minus(o, q)); return 0; }',
    `o = ANY; p = ANY; q = ANY; ${ALL} if (x > 0 && y > 0) check(z > 0);`,
    { body: `o = ANY; p = ANY; q = ANY; ${ALL} if (x > 0 && y >= 0) check(z > 1);` },
  ],
  ['counting under a lock', COUNT('IN(&m, x++)'), `${BOTH} check(x == 2);`, { code: COUNT('x++') }],
  ['counting in sections', COUNT('SECTION(x++)'), `${BOTH} check(x == 2);`, { code: COUNT('x++') }],
  ['counting atomically', COUNT('__sync_fetch_and_add(&x, 1)'), `${BOTH} check(x == 2);`, { code: COUNT('x++') }],
  ['the same lock', COUNT('IN(&m, x++)'), `${BOTH} check(x == 2);`, { code: 'T(f) { IN(&m, x++); return 0; } T(k) { IN(&n, x++); return 0; }' }],
  ['a thread that was joined', COUNT('x++'), 'START(t, f); JOIN(t); START(u, k); JOIN(u); check(x == 2);', { body: `${BOTH} check(x == 2);` }],
  ['the end of a joined thread', 'T(f) { x = 1; return 0; }', 'START(t, f); JOIN(t); check(x == 1);', { body: 'START(t, f); check(x == 1);' }],
  [
    'a thread started by a thread',
    'T(k) { x = 1; return 0; } T(f) { START(u, k); JOIN(u); x++; return 0; }',
    'START(t, f); JOIN(t); check(x == 2);',
    { code: 'T(k) { x = 1; return 0; } T(f) { START(u, k); x++; return 0; }' },
  ],
  [
    // The other thread runs while the assumption has not been made yet.
    'an assumption that fails after stores',
    'T(f) { y = 1; x = 1; ASSUME(0); return 0; } T(k) { if (y == 1) check(x <= 1); return 0; }',
    BOTH,
    { code: 'T(f) { y = 1; x = 1; ASSUME(0); return 0; } T(k) { if (y == 1) check(x < 1); return 0; }' },
  ],
  [
    'an end of the program after stores',
    'T(f) { y = 1; x = 1; abort(); return 0; } T(k) { if (y == 1) check(x <= 1); return 0; }',
    BOTH,
    { code: 'T(f) { y = 1; x = 1; abort(); return 0; } T(k) { if (y == 1) check(x < 1); return 0; }' },
  ],
  [
    'a ticket lock',
    `${TICKET('f', 'SECTION(z = 1); SECTION(z = 0);')} ${TICKET('k', 'SECTION(check(z == 0));')}`,
    `x = ANY; y = ANY; ASSUME(x == y && x == 0); ${BOTH}`,
    { body: `x = ANY; y = ANY; ASSUME(x == y + 1 && y == 0); ${BOTH}` },
  ],
  ['an open value that is not read', COUNT('IN(&m, o = 3; check(o == 3))'), `o = ANY; ${BOTH}`, { code: COUNT('IN(&m, check(o != 3))') }],
  ['main beside a thread that its thread starts', 'T(k) { x = 1; return 0; } T(f) { START(u, k); JOIN(u); return 0; }', 'START(t, f); o = x; JOIN(t); check(o < 2);', { body: 'START(t, f); o = x; JOIN(t); check(o < 1);' }],
  ['numbers made wider', '', 'signed char l = ANY; check((unsigned short)(short)l == (unsigned short)(short)l);', { body: 'signed char l = ANY; check((unsigned)(unsigned char)l == (unsigned)(unsigned short)(short)l);' }],
  ['main beside a thread', 'T(f) { x = 1; return 0; }', 'START(t, f); o = x; check(o < 2);', { body: 'START(t, f); o = x; check(o < 1);' }],
  ['different elements', 'T(f) { a[0] = o; return 0; } T(k) { a[1] = o; return 0; }', `o = ANY; ${BOTH} check(a[0] == a[1]);`, { code: 'T(f) { a[0] = o; return 0; } T(k) { a[0] = o; return 0; }', body: `o = ANY; ${BOTH} check(a[0] == a[1]);` }],
]; // prettier-ignore

describe.skipIf(!canCompile)('the search with symbols', () => {
  it.each(ROWS)('proves %s', (_, code, body, twin) => {
    expect(reason(code, body)).toBeUndefined();
    expect(reason(twin.code ?? code, twin.body ?? body)).toBe('an error may be reached');
  });

  it('gives up what it cannot follow', () => {
    expect(reason('', 'o = ANY; for (int i = 0; i < o; i++) x = 0; check(x == 0);')).toBe('not followed: a long loop');
    expect(reason('', 'o = ANY; made = malloc(o); check(made != 0);')).toBe('not followed: an open size');
    expect(reason('', 'o = ANY; a[o & 1] = 1; check(a[2] == 0);')).toBe('not followed: an element with an open number');
    expect(reason('T(f) { return 0; }', 'void *r; START(t, f); pthread_join(t, &r); check(r == 0);')).toMatch(
      /^not followed/,
    );
    expect(reason('', 'x = ANY; *(char *)&x = 1; check(x);')).toBe('not followed: a part of a value');
    const attributes = 'pthread_attr_t l; pthread_attr_init(&l); pthread_attr_getdetachstate(&l, &x); check(x == 0);';
    expect(reason('', attributes)).toBe('not followed: the function pthread_attr_getdetachstate');
    const recursive = 'pthread_mutex_t r = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;';
    const twice = `${recursive} T(f) { IN(&r, IN(&r, x++; check(x < 2))); return 0; }`;
    expect(reason(twice, 'START(t, f); START(u, f);')).toBe('not followed: a lock that is taken again');
  });

  it('follows open functions only if they do nothing with memory', () => {
    const declared = 'int frobnicate(int *), sscanf(const char *, const char *, ...);';
    expect(reason(declared, 'frobnicate(&x); check(x == 0);', true)).toBeUndefined();
    expect(reason(declared, 'check(frobnicate(&x) == 0);', true)).toBe('an error may be reached');
    expect(reason(declared, 'sscanf("7", "%d", &x); check(x == 0);', true)).toBe('not followed: the function sscanf');
  });

  it('does not try orders of threads that share nothing', () => {
    // With all orders of its 60 sections, this would take a million states.
    const counting = (name: string): string =>
      `T(f${name}) { int l = 0; ${'SECTION(l++);'.repeat(20)} ${name} = l; return 0; }`;
    const code = ['x', 'y', 'z'].map(counting).join(' ');
    const body = 'START(t, fx); START(u, fy); START(v, fz); JOIN(t); JOIN(u); JOIN(v); check(x + y + z == 60);';
    const start = process.cpuUsage();
    expect(reason(code, body)).toBeUndefined();
    expect(process.cpuUsage(start).user / 1e6).toBeLessThan(5);
  });
});
