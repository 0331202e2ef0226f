import { describe, expect, it } from 'vitest';
import { canCompile } from '@fencepost/testing/compiled';
import { mayFail } from '../../src/ir/values/assertions.js';
import { clang } from '../ir/fixtures.js';

const PRELUDE = `
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define T(name) void *name(void *arg)
#define LOCK(m) pthread_mutex_lock(m)
#define FREE(m) pthread_mutex_unlock(m)
#define IN(m, what) LOCK(m); what; FREE(m)
#define START(t, f) pthread_create(&t, 0, f, 0)
#define JOIN(t) pthread_join(t, 0)
#define MUTEX PTHREAD_MUTEX_INITIALIZER
#define ANY __VERIFIER_nondet_int()
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assume(int), __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void), reach_error(void);
void check(int holds) { if (!holds) reach_error(); }
struct pair { int x, y; } s, rows[4];
struct guarded { pthread_mutex_t m; int x; } q, *made;
int g, h, a[10], flag, *p = &g;
unsigned u32;
unsigned char small;
_Atomic int i;
_Bool b;
pthread_mutex_t m = MUTEX, n = MUTEX;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
pthread_t t, u, ts[10];
void take(void) { __VERIFIER_atomic_begin(); __VERIFIER_assume(flag == 0); flag = 1; __VERIFIER_atomic_end(); }
void give(void) { __VERIFIER_atomic_begin(); flag = 0; __VERIFIER_atomic_end(); }
`;

/** Returns why the program may fail. `code` is its functions; `body` is that of main. */
function reason(code: string, body: string, openFunctions = false): string | undefined {
  const text = `${PRELUDE}${code}\nint main(int argc, char **argv) { ${body} return 0; }`;
  const flags =
    '-O0 -Xclang -disable-O0-optnone -Xclang -fsanitize-address-use-after-scope -w -S -emit-llvm -x c - -o -';
  return mayFail([clang(flags.split(' '), text)], openFunctions, 'reach_error');
}

const TWO = 'START(t, f); START(u, f);';
const BOTH = 'START(t, f); START(u, k);';
const MANY = 'while (ANY) START(t, f);';
/** What is proved, and a program nearly like it, in which `reach_error` can be called: its code and body, or one of them. */
type Row = readonly [
  what: string,
  code: string,
  body: string,
  twin: { readonly code?: string; readonly body?: string },
];

const ROWS: readonly Row[] = [
  ['one thread', '', 'g = 3; check(g == 3);', { body: 'g = 3; check(g == 4);' }],
  ['an open value within bounds', '', 'int l = ANY; if (l > 3 && l < 9) check(l != 3);', { body: 'int l = ANY; if (l > 3 || l < 9) check(l != 3);' }],
  ['a loop', '', 'int l = 0; while (l < 1000000) l++; check(l == 1000000);', { body: 'int l = 0; while (l < 1000000) l += 3; check(l == 1000000);' }],
  ['wrapping', '', 'int l = ANY; if (l < 2147483647) check(l + 1 > l - 1 || 1);', { body: 'int l = ANY; check(l + 1 > -5 || l < 9);' }],
  ['a sum that does not wrap', '', 'int l = ANY; if (l < 100 && l >= 0) check(l + 1 > 0);', { body: 'int l = ANY; if (l >= 0) check(l + 1 > 0);' }],
  ['unsigned numbers', '', 'unsigned l = ANY; if (l < 10) check(l <= 9 && (int)l >= 0);', { body: 'unsigned l = ANY; if ((int)l < 10) check(l <= 9);' }],
  ['a narrow number', '', 'small = 255; small++; check(small == 0);', { body: 'small = 255; small++; check(small == 256);' }],
  ['a sign', '', 'signed char l = 200; check(l < 0);', { body: 'unsigned char l = 200; check(l < 0);' }],
  ['a remainder', '', 'int l = ANY; check(l % 3 < 3 && l % 3 > -3);', { body: 'int l = ANY; check(l % 3 >= 0);' }],
  ['a quotient', '', 'int l = ANY; if (l >= 0) check(l / 3 <= 715827882);', { body: 'int l = ANY; if (l >= 0) check(l / 3 < 715827882);' }],
  ['bits', '', 'int l = ANY & 7; check(l >= 0 && l < 8 && (l | 8) < 16);', { body: 'int l = ANY | 7; check(l >= 0);' }],
  ['shifts', '', 'unsigned l = ANY; check(l >> 28 < 16);', { body: 'int l = ANY; check(l >> 28 >= 0);' }],
  ['a case', '', 'switch (g = ANY) { case 1: check(g == 1); break; case 2: break; default: check(g != 2); }', { body: 'switch (g = ANY) { case 1: check(g == 1); break; case 2: break; default: check(g != 3); }' }],
  ['a choice', '', 'int l = ANY ? 3 : 5; check(l == 3 || l == 5);', { body: 'int l = ANY ? 3 : 6; check(l == 3 || l == 5);' }],
  ['copies', '', 'int l = ANY, k = l; l += 2; k += 2; check(l == k);', { body: 'int l = ANY, k = l; l += 2; k += 3; check(l == k);' }],
  ['copies in a loop', '', 'int l = 0, k = 0; while (ANY) { l++; k++; } check(l == k);', { body: 'int l = 0, k = 0; while (ANY) { l++; if (ANY) k++; } check(l == k);' }],
  ['equal by a comparison', '', 'int l = ANY, k = ANY; if (l == k) { l++; check(l - k == 1); }', { body: 'int l = ANY, k = ANY; if (l <= k) { l++; check(l - k == 1); }' }],
  ['what an assumption says', 'void assume(int holds) { if (!holds) abort(); }', 'int l = ANY; assume(l > 2 && l < 5); check(l == 3 || l == 4);', { body: 'int l = ANY; assume(l > 2 || l < 5); check(l == 3 || l == 4);' }],
  ['two unlike values of a pointer', '', 'int l = 1, k = 2; int *r = ANY ? &l : &k; *r = 3; check(l == 1 || l == 3);', { body: 'int l = 1, k = 2; int *r = ANY ? &l : &k; *r = 3; check(l == 1);' }],
  ['elements of an array', '', 'for (int l = 0; l < 10; l++) a[l] = 2; check(a[3] <= 2);', { body: 'for (int l = 0; l < 10; l++) a[l] = 2; check(a[3] <= 1);' }],
  ['parts of structures', '', 'rows[ANY & 3].x = 5; check(rows[2].y == 0);', { body: 'rows[ANY & 3].x = 5; check(rows[2].x == 0);' }],
  ['memory that is set', '', 'int l[4]; memset(l, 0, sizeof l); check(l[2] == 0);', { body: 'int l[4]; memset(l, 0, 2); check(l[2] == 0);' }],
  ['new memory', '', 'int *l = calloc(1, 4); check(*l == 0);', { body: 'int *l = malloc(4); check(*l == 0);' }],
  ['a result', 'int least(int x, int y) { return x < y ? x : y; }', 'check(least(ANY, 3) <= 3);', { body: 'check(least(ANY, 3) >= 3);' }],
  ['functions by pointers', 'int two(void) { return 2; } int four(void) { return 4; }', 'int (*l)(void) = ANY ? two : four; check(l() >= 2);', { body: 'int (*l)(void) = ANY ? two : four; check(l() > 2);' }],
  ['a lock', 'T(f) { LOCK(&m); g = 1; check(g == 1); g = 0; FREE(&m); }', `${TWO} LOCK(&m); check(g == 0); FREE(&m);`, { code: 'T(f) { LOCK(&m); g = 1; FREE(&m); LOCK(&m); g = 0; FREE(&m); }' }],
  ['any number of threads', 'T(f) { LOCK(&m); g++; check(g == 1); g--; FREE(&m); }', MANY, { code: 'T(f) { LOCK(&m); g++; check(g == 1); FREE(&m); LOCK(&m); g--; FREE(&m); }' }],
  ['two locks, of which one is held on', 'T(f) { LOCK(&m); LOCK(&n); g = 5; FREE(&n); LOCK(&n); g = 0; FREE(&n); FREE(&m); }', `${TWO} LOCK(&n); LOCK(&m); check(g == 0); FREE(&m); FREE(&n);`, { body: `${TWO} LOCK(&n); check(g == 0); FREE(&n);` }],
  ['a lock that is released within', 'T(f) { LOCK(&m); g = 1; FREE(&m); LOCK(&m); check(g >= 0); g = 0; FREE(&m); }', TWO, { code: 'T(f) { LOCK(&m); g = 1; FREE(&m); LOCK(&m); check(g > 0); g = 0; FREE(&m); }' }],
  ['different locks', 'T(f) { LOCK(&m); g = 1; g = 0; FREE(&m); }', `${TWO} LOCK(&m); check(g == 0); FREE(&m);`, { body: `${TWO} LOCK(&n); check(g == 0); FREE(&n);` }],
  ['no lock', 'T(f) { g = 1; g = 2; }', 'START(t, f); check(g <= 2);', { body: 'START(t, f); check(g != 1);' }],
  ['what a thread alone writes', 'T(f) { g = 1; check(g == 1); }', 'START(t, f); h = g;', { body: TWO, code: 'T(f) { g++; check(g == 1); }' }],
  ['before the start', 'T(f) { check(g == 2); }', 'g = 1; g = 2; START(t, f);', { body: 'g = 2; START(t, f); g = 1;' }],
  ['after the join', 'T(f) { g = 1; g = 2; }', 'g = 2; START(t, f); JOIN(t); check(g <= 2); g = 7; check(g == 7);', { body: 'g = 2; START(t, f); check(g != 1); JOIN(t);' }],
  ['joins in a loop', 'T(f) { IN(&m, g = 1); }', 'for (int l = 0; l < 10; l++) START(ts[l], f); for (int l = 0; l < 10; l++) JOIN(ts[l]); g = 5; check(g == 5);', { body: 'for (int l = 0; l < 10; l++) START(ts[l], f); for (int l = 1; l < 10; l++) JOIN(ts[l]); g = 5; check(g == 5);' }],
  ['a thread that is not started', 'T(f) { g = 1; }', 'if (argc > 100 && argc < 50) START(t, f); check(g == 0);', { body: 'if (argc > 100) START(t, f); check(g == 0);' }],
  ['arguments of threads', 'T(f) { check((long)arg < 3); }', 'for (long l = 0; l < 3; l++) pthread_create(&t, 0, f, (void *)l);', { body: 'for (long l = 0; l < 4; l++) pthread_create(&t, 0, f, (void *)l);' }],
  ['variables of the starter', 'T(f) { check(*(int *)arg == 2); }', 'int l = 2; pthread_create(&t, 0, f, &l); JOIN(t);', { body: 'int l = 2; pthread_create(&t, 0, f, &l); l = 3; JOIN(t);' }],
  ['sections', 'T(f) { __VERIFIER_atomic_begin(); g++; g--; __VERIFIER_atomic_end(); check(g >= 0); }', 'START(t, f); __VERIFIER_atomic_begin(); check(g == 0); __VERIFIER_atomic_end();', { code: 'T(f) { __VERIFIER_atomic_begin(); g++; __VERIFIER_atomic_end(); g--; }' }],
  ['functions that are sections', 'void __VERIFIER_atomic_f(void) { g++; g--; } void __VERIFIER_atomic_k(void) { check(g == 0); } T(f) { __VERIFIER_atomic_f(); }', `${TWO} __VERIFIER_atomic_k();`, { code: 'void __VERIFIER_atomic_f(void) { g++; } void __VERIFIER_atomic_k(void) { check(g == 0); } T(f) { __VERIFIER_atomic_f(); g--; }' }],
  ['atomics', 'T(f) { i = 3; atomic_fetch_or(&i, 4); }', `${TWO} check(i >= 0 && i < 8);`, { code: 'T(f) { i = 3; atomic_fetch_add(&i, 5); }' }],
  ['a compare-and-swap', 'T(f) { int l = 0; atomic_compare_exchange_strong(&i, &l, 2); }', `${TWO} check(i <= 2);`, { body: `${TWO} check(i < 2);` }],
  ['an exchange', 'T(f) { check(atomic_exchange(&i, 1) <= 1); }', TWO, { code: 'T(f) { check(atomic_exchange(&i, 1) < 1); }' }],
  ['a wait', 'T(f) { LOCK(&m); g = 1; g = 0; FREE(&m); }', `${TWO} LOCK(&m); pthread_cond_wait(&c, &m); check(g == 0); FREE(&m);`, { body: `${TWO} LOCK(&m); g = 1; pthread_cond_wait(&c, &m); g = 0; FREE(&m);`, code: 'T(f) { LOCK(&m); check(g == 0); FREE(&m); }' }],
  ['what a wait may change', 'T(f) { LOCK(&m); g = 2; FREE(&m); }', `START(t, f); LOCK(&m); g = 1; pthread_cond_wait(&c, &m); check(g <= 2); FREE(&m);`, { body: `START(t, f); LOCK(&m); g = 1; pthread_cond_wait(&c, &m); check(g == 1); FREE(&m);` }],
  ['an attempt', 'T(f) { if (!pthread_mutex_trylock(&m)) { g = 1; check(g == 1); g = 0; FREE(&m); } }', TWO, { code: 'T(f) { if (pthread_mutex_trylock(&m)) { g = 1; check(g == 1); g = 0; } else FREE(&m); }' }],
  ['variables that change together', 'T(f) { LOCK(&m); g++; h++; FREE(&m); }', `${MANY} LOCK(&m); check(g == h); FREE(&m);`, { code: 'T(f) { IN(&m, g++); IN(&m, h++); }' }],
  ['a distance', 'T(f) { LOCK(&m); int l = ANY; g = l; h = l + 3; FREE(&m); }', `h = 3; ${TWO} LOCK(&m); check(h - g == 3); FREE(&m);`, { body: `h = 4; ${TWO} LOCK(&m); check(h - g == 3); FREE(&m);` }],
  ['variables that change together, but for one reader', 'T(f) { LOCK(&m); g++; h++; FREE(&m); }', `${TWO} LOCK(&m); check(g == h); FREE(&m);`, { body: `${TWO} check(g == h);` }],
  ['a copy that is kept', 'T(f) { LOCK(&m); g = ANY; FREE(&m); }', `${TWO} LOCK(&m); int l = g; check(l == g); FREE(&m);`, { body: `${TWO} LOCK(&m); int l = g; FREE(&m); LOCK(&m); check(l == g); FREE(&m);` }],
  ['a path without an access', 'T(f) { int l = ANY; LOCK(&m); if (l == 4) g = 1; g = 0; FREE(&m); }', `START(t, f); LOCK(&m); check(g == 0); FREE(&m);`, { code: 'T(f) { int l = ANY; LOCK(&m); if (l == 4) g = 1; FREE(&m); }' }],
  ['an array that is filled on one path', 'T(f) { LOCK(&m); if (b) { for (int l = 0; l < 9; l++) a[l] = 3; g = 1; b = 0; h = 1; } FREE(&m); } T(k) { LOCK(&m); if (h) { check(a[1] <= 3); h = 0; b = 1; } FREE(&m); }', `b = 1; ${BOTH}`, { code: 'T(f) { LOCK(&m); if (b) { for (int l = 0; l < 9; l++) a[l] = 3; g = 1; b = 0; h = 1; } FREE(&m); } T(k) { LOCK(&m); if (h) { if (a[2]) check(g == 0); h = 0; b = 1; } FREE(&m); }' }],
  ['a lock in a structure', 'T(f) { LOCK(&q.m); if (q.x < 9) q.x++; FREE(&q.m); }', `${MANY} LOCK(&q.m); check(q.x <= 9); FREE(&q.m);`, { body: `${MANY} LOCK(&q.m); check(q.x < 9); FREE(&q.m);` }],
  ['a structure of the heap', 'T(f) { LOCK(&made->m); made->x = 1; made->x = 0; FREE(&made->m); }', `made = malloc(sizeof *made); pthread_mutex_init(&made->m, 0); made->x = 0; ${TWO} LOCK(&made->m); check(made->x == 0); FREE(&made->m);`, { body: `made = malloc(sizeof *made); pthread_mutex_init(&made->m, 0); ${TWO} LOCK(&made->m); check(made->x == 0); FREE(&made->m);` }],
  ['a variable that is a lock', 'T(f) { take(); g++; check(g == 1); g--; give(); }', MANY, { code: 'T(f) { take(); g++; give(); check(g == 1); take(); g--; give(); }' }],
  ['a variable that is a lock, given by its owner', 'T(f) { take(); g = 1; g = 0; give(); }', `${TWO} take(); check(g == 0); give();`, { body: `${TWO} give(); take(); check(g == 0); give();` }],
  ['a variable that is a lock, tested before', 'T(f) { take(); g = 1; g = 0; give(); }', `START(t, f); take(); check(g == 0); give();`, { body: `START(t, f); if (!flag) { flag = 1; check(g == 0); give(); }` }],
  ['a variable that is a lock, which main uses before', 'T(f) { take(); check(g == 0); give(); }', 'flag = 1; flag = 0; START(t, f); take(); g = 1; g = 0; give();', { body: 'flag = 1; flag = 0; START(t, f); g = 1; g = 0;' }],
  ['thread-local variables', '_Thread_local int l = 2; T(f) { l++; check(l == 3); }', TWO, { code: '_Thread_local int l = 2; T(f) { l++; check(l == 2); }' }],
  ['initial values', 'int l[3] = {4, 5}; struct pair k = {1, 2};', 'check(l[1] <= 5 && l[2] >= 0 && k.y == 2);', { body: 'check(l[1] <= 4);' }],
  ['constants', 'const int l = 4; T(f) { check(l == 4); }', TWO, { code: 'const int l = 4; T(f) { check(l == 5); }' }],
  ['threads of threads', 'T(k) { IN(&m, g = 1; g = 0); } T(f) { pthread_t v; START(v, k); }', `${TWO} LOCK(&m); check(g == 0); FREE(&m);`, { code: 'T(k) { g = 1; } T(f) { pthread_t v; START(v, k); }' }],
  ['a thread that ends early', 'T(f) { LOCK(&m); g = 2; FREE(&m); pthread_exit(0); check(0); }', `${TWO} IN(&m, check(g <= 2));`, { code: 'T(f) { LOCK(&m); g = 3; pthread_exit(0); }', body: 'START(t, f); JOIN(t); check(g <= 2);' }],
  ['a loop around a lock', 'T(f) { for (int l = 0; l < 100; l++) { LOCK(&m); g = l; g = 5; FREE(&m); } }', `g = 5; ${TWO} LOCK(&m); check(g == 5); FREE(&m);`, { body: `${TWO} LOCK(&m); check(g == 5); FREE(&m);` }],
  ['an element that is read again', 'T(f) { int l = ANY & 7; LOCK(&m); a[l] = 5; check(a[l] == 5); FREE(&m); }', TWO, { code: 'T(f) { int l = ANY & 7; LOCK(&m); a[l] = 5; FREE(&m); check(a[l] == 5); LOCK(&m); a[l] = 3; FREE(&m); }' }],
  ['an element that others only read', 'T(f) { int l = ANY & 7; check(a[l] == a[l]); }', `a[3] = ANY; ${TWO}`, { code: 'T(f) { int l = ANY & 7, k = ANY & 7; check(a[l] == a[k]); }' }],
  ['an element, with a store to another one', '', 'int l = ANY & 7; a[l] = ANY; a[l + 1] = 3; check(a[l + 1] == 3);', { body: 'int l = ANY & 7, k = ANY & 7; a[l] = 7; a[k] = 3; check(a[l] == 7);' }],
  ['an element of an array on the stack', 'void put(int l) { int b[4]; b[l & 3] = l; check(b[l & 3] == l); }', 'put(ANY);', { code: 'void put(int l) { int b[4]; b[l & 3] = l; int *r = b; r[ANY & 3] = 9; check(b[l & 3] == l); }' }],
  ['an element whose index changes', '', 'int l = ANY & 3; a[l] = 6; l++; l--; check(a[l] == 6);', { body: 'int l = ANY & 3; a[l] = 6; l++; check(a[l] == 6);' }],
  ['an element that is narrow', 'unsigned char rows8[8];', 'int l = ANY & 7, k = ANY & 255; rows8[l] = k; check(rows8[l] == k);', { body: 'int l = ANY & 7, k = ANY & 511; rows8[l] = k; check(rows8[l] == k);' }],
  ['the address of a variable', 'T(f) { LOCK(&m); p = &g; check(p == &g); p = &h; FREE(&m); }', TWO, { code: 'T(f) { p = &g; check(p == &g); p = &h; }' }],
  ['the address of a part', '', 'int *r = &s.y; check(r == &s.x + 1);', { body: 'int *r = ANY ? &s.y : &s.x; check(r == &s.x + 1);' }],
  ['unequal numbers', '', 'int l = ANY, k = ANY, e; if (l == k) e = 0; else e = 1; if (e) check(l != k); else check(l == k);', { body: 'int l = ANY, k = ANY, e; if (l == k) e = 0; else e = ANY; if (e) check(l != k); else check(l == k);' }],
  ['the greater of two', '', 'int l = ANY, k = ANY; if (l < k) l = k; check(l >= k);', { body: 'int l = ANY, k = ANY; if (l < k) l = k; check(l > k);' }],
  ['a chain of comparisons', '', 'int l = ANY, k = ANY, e = ANY; if (l <= k && k < e) check(l < e);', { body: 'int l = ANY, k = ANY, e = ANY; if (l <= k && k <= e) check(l < e);' }],
  ['a sum that is greater', '', 'int l = ANY, k = ANY; if (l <= k && k < 9) check(l + 2 <= k + 2);', { body: 'int l = ANY, k = ANY; if (l <= k) check(l + 2 <= k + 2);' }],
  ['unsigned numbers in order', '', 'unsigned l = ANY, k = ANY; if (l < k) check(l + 1 <= k);', { body: 'unsigned l = ANY, k = ANY; if (l <= k) check(l + 1 > l);' }],
  ['numbers in another order', '', 'int l = ANY, k = ANY; if (l < k) check(k > l);', { body: 'int l = ANY, k = ANY; if (l < k) check((unsigned)l < (unsigned)k);' }],
  ['copies on two paths', '', 'int l = ANY & 255, k = l; if (ANY) k++; check(l <= k);', { body: 'int l = ANY & 255, k = l; if (ANY) k++; check(l < k);' }],
  ['a variable that only grows', 'T(f) { LOCK(&m); int l = g; if (l < 99) { g = l + 1; FREE(&m); check(g > l); } else FREE(&m); }', MANY, { code: 'T(f) { LOCK(&m); int l = g; if (l < 99) { g = l + 1; FREE(&m); check(g > l + 1); } else FREE(&m); }' }],
  ['a variable that grows and wraps', 'T(f) { LOCK(&m); unsigned l = u32; if (l < -1u) { u32 = l + 1; FREE(&m); check(u32 > l); } else FREE(&m); }', MANY, { code: 'T(f) { LOCK(&m); unsigned l = u32; u32 = l + 1; FREE(&m); check(u32 > l); }' }],
  ['a variable that others make less', 'T(f) { LOCK(&m); int l = g; FREE(&m); check(g >= l); } T(k) { LOCK(&m); if (g < 9) g++; FREE(&m); }', BOTH, { code: 'T(f) { LOCK(&m); int l = g; FREE(&m); check(g >= l); } T(k) { LOCK(&m); if (g > -9) g--; FREE(&m); }' }],
  ['a variable that grows, without a lock', 'T(f) { LOCK(&m); int l = g; FREE(&m); check(g >= l); } T(k) { LOCK(&m); if (g < 9) g++; FREE(&m); }', BOTH, { code: 'T(f) { LOCK(&m); int l = g; FREE(&m); check(g >= l); } T(k) { if (g < 9) g++; }', body: `${BOTH} pthread_t v; START(v, k);` }],
  ['a variable that grows from now on', 'T(f) { LOCK(&m); if (g < 9) g++; FREE(&m); }', 'g = 5; g = 1; START(t, f); LOCK(&m); int l = g; FREE(&m); check(g >= l);', { body: 'g = 5; START(t, f); LOCK(&m); int l = g; FREE(&m); LOCK(&m); g = 1; FREE(&m); check(g >= l);' }],
  ['a variable that is set once', 'T(f) { LOCK(&m); g = 1 + (ANY & 3); FREE(&m); check(g != 0); }', MANY, { code: 'T(f) { LOCK(&m); g = ANY & 3; FREE(&m); check(g != 0); }' }],
  ['a variable that is set and read', 'T(f) { LOCK(&m); g = 1; FREE(&m); check(g != 0); }', `g = 0; ${MANY}`, { body: `${MANY} g = 0;` }],
  ['a variable that is seen', 'T(f) { LOCK(&m); g = 1; FREE(&m); } T(k) { if (g == 1) check(g == 1); }', BOTH, { code: 'T(f) { LOCK(&m); g = 1; g = 2; FREE(&m); } T(k) { if (g == 1) check(g == 1); }' }],
  ['what a joined thread has stored', 'T(f) { g = 7; }', 'g = 1; START(t, f); JOIN(t); check(g == 7 || g == 1);', { body: 'START(u, f); g = 1; START(t, f); JOIN(t); h = g; JOIN(u); check(g == 1);' }],
  ['a thread that was joined meanwhile', 'T(f) { LOCK(&m); g = 7; FREE(&m); } T(k) { }', 'LOCK(&m); g = 1; FREE(&m); START(u, k); check(g == 1); START(t, f); JOIN(t);', { body: 'START(u, f); LOCK(&m); g = 1; FREE(&m); JOIN(u); START(t, k); check(g == 1);' }],
  ['what the parent knew', 'T(f) { check(g >= 3); LOCK(&m); if (g < 9) g++; FREE(&m); }', `g = 3; ${TWO}`, { body: 'START(u, f); LOCK(&m); g = 3; FREE(&m); START(t, f); JOIN(t); ' }],
  ['a balance', 'T(f) { for (int l = 0; l < 500; l++) { LOCK(&m); check(g < 500); g++; FREE(&m); } } T(k) { while (ANY) { LOCK(&m); if (g > 0) g--; FREE(&m); } }', BOTH, { code: 'T(f) { for (int l = 0; l < 500; l++) { LOCK(&m); check(g < 499); g++; FREE(&m); } } T(k) { while (ANY) { LOCK(&m); if (g > 0) g--; FREE(&m); } }' }],
  ['a balance, with one thread of each kind', 'T(f) { for (int l = 0; l < 500; l++) { LOCK(&m); check(g < 500); g++; FREE(&m); } }', 'START(t, f);', { body: TWO }],
  ['cases that are told apart', 'int swap(int *r, int e, int l) { if (*r != e) return 0; *r = l; return 1; } T(f) { int l, e; do { l = g; if (l > 98) return 0; LOCK(&m); e = swap(&g, l, l + 1); FREE(&m); } while (!e); check(g > l); }', MANY, { code: 'int swap(int *r, int e, int l) { if (*r != e) return 0; *r = l; return 1; } T(f) { int l, e; do { l = g; if (l > 98) return 0; LOCK(&m); e = swap(&g, l, l + 1); FREE(&m); } while (e); check(g > l); }' }],
  ['more cases than are told apart', '', 'int l = ANY, k = 0; for (int e = 0; e < 20; e++) { if (l == e) k = e; } check(k <= 19);', { body: 'int l = ANY, k = 0; for (int e = 0; e < 20; e++) { if (l == e) k = e; } check(k <= 18);' }],
  ['a variable that is a lock, in code that is not reached', 'T(f) { take(); g = 1; g = 0; if (h) { give(); __VERIFIER_assume(0); take(); } give(); }', `h = 1; ${TWO} take(); check(g == 0); give();`, { code: 'T(f) { take(); g = 1; g = 0; if (h) { give(); __VERIFIER_assume(ANY); } give(); }' }],
  ['a counter of 64 bits', '', 'long l = 1L << 40; check(l + 1 > 1L << 40);', { body: 'long l = 1L << 40; check((int)l != 0);' }],
]; // prettier-ignore

/** Programs that may fail, in ways of their own. */
const OPEN: readonly (readonly [what: string, code: string, body: string])[] = [
  ['a variable without a value', '', 'int l; check(l == 0);'],
  ['an access to a part', '', 'g = 256; *(char *)&g = 1; check(g == 256);'],
  ['a part that is read', '', 'g = 256; check(*(char *)&g == 7);'],
  ['memory that is copied', '', 'struct pair l = {1, 2}; s = l; check(s.x == 7);'],
  ['a union', 'union { int x; short y; } w;', 'w.x = 5; w.y = 7; check(w.x == 5);'],
  ['a structure that is passed by value', 'struct big { long a[3]; } big; void put(struct big l) { l.a[0] = 1; check(l.a[0] == 2); }', 'put(big);'],
  ['a result of the library', '', 'check(rand() == 3);'],
  ['errno', '', 'errno = 0; puts(""); check(errno == 0);'],
  ['a number from a fraction', '', 'double l = 0.5; check((int)(l * 4) == 3);'],
  ['a division by an open value', '', 'int l = ANY; check(7 / l < 3);'],
  ['volatile', 'volatile int v; T(f) { v = 1; }', 'START(t, f); check(v == 0);'],
  ['a lock of each thread', 'T(f) { pthread_mutex_t o = MUTEX; LOCK(&o); g++; check(g == 1); g--; FREE(&o); }', TWO],
  ['a lock on one path', 'T(f) { int l = ANY; if (l) LOCK(&m); g++; check(g == 1); g--; if (l) FREE(&m); }', TWO],
  ['a lock that is only read', 'pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER; T(f) { pthread_rwlock_rdlock(&rw); g++; check(g == 1); g--; pthread_rwlock_unlock(&rw); }', TWO],
  ['what a thread leaves in a loop without end', 'T(f) { __VERIFIER_atomic_begin(); g = 1; __VERIFIER_atomic_end(); for (;;); }', 'START(t, f); check(g == 0);'],
]; // prettier-ignore

/** Programs that call functions that nobody defines, which are taken to do nothing. */
const UNDEFINED: readonly Row[] = [
  ['with a pointer', 'int k(int *); T(f) { LOCK(&m); g = 1; k(&g); check(g == 1); FREE(&m); }', TWO, { code: 'int k(int *); T(f) { g = k(&g); check(g == 1); }' }],
  ['that return one', 'struct pair *k(void);', 'struct pair *r = k(); p = &r->y; check(p == &r->y);', { body: 'struct pair *r = k(); r->y = 1; check(r->y == 1);' }],
  ['whose names begin with underscores', 'int __put(int, int *);', 'g = 3; __put(4, &g); check(g == 3);', { body: 'g = 3; check(__put(4, &g) == 3);' }],
]; // prettier-ignore

const NOT_FOLLOWED: readonly (readonly [what: string, code: string, body: string])[] = [
  ['a recursion', 'int r(int l) { return l ? r(l - 1) : 0; }', 'check(r(5) == 0);'],
  ['a lock that is made again', 'T(f) { LOCK(&m); g++; check(g == 1); g--; FREE(&m); }', 'START(t, f); START(u, f); pthread_mutex_init(&m, 0);'],
  ['assembly', '', '__asm__("nop" : "+r"(g)); check(g == 0);'],
  ['a function that is not defined', 'void k(void);', 'k(); check(g == 0);'],
  ['a jump', '#include <setjmp.h>\njmp_buf j;', 'setjmp(j); check(g == 0);'],
  ['a variable of another file', 'extern int e;', 'check(e == 0);'],
]; // prettier-ignore

describe.skipIf(!canCompile)('that an assertion cannot fail is', () => {
  it.each(ROWS)('proved: %s', (_, code, body) => {
    expect(reason(code, body)).toBe(undefined);
  });

  it.each(ROWS)('not proved of a program in which it can: %s', (_, code, body, twin) => {
    expect(reason(twin.code ?? code, twin.body ?? body)).toBe('reach_error may be called');
  });

  it.each(UNDEFINED)('proved if functions that nobody defines do nothing: %s', (_, code, body, twin) => {
    expect(reason(code, body)).toMatch(/^not followed/);
    expect(reason(code, body, true)).toBe(undefined);
    expect(reason(twin.code ?? code, twin.body ?? body, true)).toBe('reach_error may be called');
  });

  it.each(['strfill', 'memfill', '__strfill_chk', '__sigjump', 'pthread_other_np', 'qsort_s'])(
    'not followed: a call of %s, which may be a function of the library',
    (name) => {
      expect(reason(`int ${name}(int *);`, `${name}(&g); check(g == 0);`, true)).toMatch(/^not followed/);
    },
  );

  it.each(OPEN)('not proved: %s', (_, code, body) => {
    expect(reason(code, body)).toBe('reach_error may be called');
  });

  it.each(NOT_FOLLOWED)('not followed: %s', (_, code, body) => {
    expect(reason(code, body)).toMatch(/^not followed/);
  });
});
