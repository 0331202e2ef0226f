import { describe, expect, it } from 'vitest';
import { checkProgram } from '@fencepost/check';
import { canCompile, compile, file } from '@fencepost/testing/compiled';
import { mayRace } from '../../src/ir/races/race-freedom.js';
import { clang } from '../ir/fixtures.js';

const PRELUDE = `
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#define T(name) void *name(void *arg)
#define IN(m, what) pthread_mutex_lock(m); what; pthread_mutex_unlock(m)
#define START(t, f) pthread_create(&t, 0, f, 0)
#define JOIN(t) pthread_join(t, 0)
#define MUTEX PTHREAD_MUTEX_INITIALIZER
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
struct pair { int x, y; };
struct locked { pthread_mutex_t m; int x; struct locked *next; } es[4], *list;
#define ANY __VERIFIER_nondet_int()
#define LIST for (int i = 0; i < 3; i++) { struct locked *e = malloc(sizeof *e); pthread_mutex_init(&e->m, 0); e->next = list; list = e; }
int g, h, a[10];
int *p;
struct pair s, rows[10];
pthread_mutex_t m = MUTEX, n = MUTEX, ms[4];
pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
pthread_t t, u, ts[10], *some;
`;

/** Returns why the program may race. `code` is its functions; `body` is that of main. */
function reason(code: string, body: string): string | undefined {
  const text = `${PRELUDE}${code}\nint main(int argc, char **argv) { ${body} return 0; }`;
  const flags = [
    '-O0',
    '-Xclang',
    '-disable-O0-optnone',
    '-Xclang',
    '-fsanitize-address-use-after-scope',
    '-w',
    '-S',
    '-emit-llvm',
    '-x',
    'c',
    '-',
    '-o',
    '-',
  ];
  return mayRace([clang(flags, text)], false);
}

/** Structures of more than 16 bytes are passed in memory. */
const BIG = 'struct big { long a[3]; } big; void put(struct big copy) { IN(&m, big = copy); }';
const TWO = 'START(t, f); START(u, f);';
type Row = readonly [what: string, code: string, body: string];

const RACE_FREE: readonly Row[] = [
  ['a lock', 'T(f) { IN(&m, g++); }', TWO],
  ['any number of threads', 'T(f) { IN(&m, g++); }', 'while (__VERIFIER_nondet_int()) START(t, f);'],
  ['a lock, got by functions', 'void l(pthread_mutex_t *x) { pthread_mutex_lock(x); } void k(pthread_mutex_t *x) { pthread_mutex_unlock(x); } T(f) { l(&m); g++; k(&m); l(&n); h++; k(&n); }', TWO],
  ['one lock of an array', 'T(f) { IN(&ms[2], g++); }', TWO],
  ['a lock of the heap, for its own struct', 'struct locked *q; T(f) { IN(&q->m, q->x++); }', `q = malloc(sizeof *q); pthread_mutex_init(&q->m, 0); ${TWO}`],
  ['readers and writers', 'T(f) { pthread_rwlock_rdlock(&rw); int i = g; pthread_rwlock_unlock(&rw); } T(k) { pthread_rwlock_wrlock(&rw); g++; pthread_rwlock_unlock(&rw); }', 'START(t, f); START(u, k);'],
  ['an attempt', 'T(f) { if (pthread_mutex_trylock(&m) == 0) { g++; pthread_mutex_unlock(&m); } }', TWO],
  ['an attempt whose result is kept', 'T(f) { int r = pthread_mutex_trylock(&m); h; if (!r) { g++; pthread_mutex_unlock(&m); } }', TWO],
  ['a wait', 'pthread_cond_t c = PTHREAD_COND_INITIALIZER; T(f) { pthread_mutex_lock(&m); while (!g) pthread_cond_wait(&c, &m); g--; pthread_mutex_unlock(&m); }', TWO],
  ['sections', 'T(f) { __VERIFIER_atomic_begin(); g++; __VERIFIER_atomic_end(); }', TWO],
  ['functions that are sections', 'void __VERIFIER_atomic_add(int i) { g += i; } T(f) { __VERIFIER_atomic_add(1); __VERIFIER_atomic_begin(); g++; __VERIFIER_atomic_end(); }', TWO],
  ['atomics', 'atomic_int i; T(f) { i++; atomic_store_explicit(&i, 3, memory_order_relaxed); }', TWO],
  ['reads', 'T(f) { h = g; } T(k) { int i = g; }', 'g = 1; START(t, f); START(u, k); int j = g;'],
  ['before the start and after the join', 'T(f) { g++; }', 'g = 1; START(t, f); h = 2; JOIN(t); g++;'],
  ['one after the other', 'T(f) { g++; }', 'START(t, f); JOIN(t); START(u, f); JOIN(u); g++;'],
  ['one after the other in a loop', 'T(f) { g++; }', 'for (int i = 0; i < argc; i++) { START(t, f); JOIN(t); g++; }'],
  ['a join on each path', 'T(f) { g++; }', 'if (argc > 2) { START(t, f); h++; JOIN(t); } g++;'],
  ['threads of threads, all joined', 'T(k) { g++; } T(f) { pthread_t v; START(v, k); JOIN(v); g++; }', 'START(t, f); JOIN(t); g++;'],
  ['threads of threads, in loops', 'T(k) { g++; } T(f) { pthread_t v; for (int i = 0; i < 2; i++) { START(v, k); JOIN(v); g++; } }', 'for (int i = 0; i < argc; i++) { START(t, f); JOIN(t); g++; }'],
  ['variables of each thread', 'T(f) { int i, *q = &i; for (i = 0; i < 10; i++) *q += i; struct locked *r = malloc(8); r->x = i; free(r); }', TWO],
  ['thread-local variables', '_Thread_local int i; T(f) { i++; int *q = &i; *q = 3; }', TWO],
  ['a structure that is passed by value, within a lock', `${BIG} T(f) { pthread_mutex_lock(&n); put(big); pthread_mutex_unlock(&n); }`, TWO],
  ['a thread that is not detached', 'T(f) { g++; }', 'pthread_attr_t d; pthread_attr_init(&d); pthread_attr_setdetachstate(&d, PTHREAD_CREATE_JOINABLE); pthread_create(&t, &d, f, 0); pthread_join(t, 0); g++;'],
  ['its own errno', 'T(f) { errno = 1; if (errno == 2) errno = 3; }', `${TWO} errno = 4;`],
  ['its own deadline', 'T(f) { struct timespec end; clock_gettime(0, &end); end.tv_sec++; if (pthread_mutex_timedlock(&m, &end) == 0) { g++; pthread_mutex_unlock(&m); } }', TWO],
  ['parts of a struct', 'T(f) { s.x++; } T(k) { s.y++; }', 'START(t, f); START(u, k);'],
  ['parts of structs in an array', 'T(f) { for (int i = 0; i < 10; i++) rows[i].x++; } T(k) { for (int i = 0; i < 10; i++) rows[i].y++; }', 'START(t, f); START(u, k);'],
  ['an object of its own for each thread', 'T(f) { int *q = arg; (*q)++; }', 'int i, j; pthread_create(&t, 0, f, &i); pthread_create(&u, 0, f, &j); JOIN(t); JOIN(u);'],
  ['new memory on each call', 'int *make(void) { return malloc(4); } T(f) { *(int *)arg = 1; }', 'int *i = make(), *j = make(); *j = 1; pthread_create(&t, 0, f, i); *j = 2;'],
  ['functions by pointers', 'void add(void) { IN(&m, g++); } void sub(void) { IN(&m, g--); } void (*op)(void) = add; T(f) { op(); }', `if (argc > 1) op = sub; ${TWO}`],
  ['a result of a thread', 'T(f) { int *q = malloc(4); *q = 1; return q; }', 'int *q; START(t, f); pthread_join(t, (void **)&q); (*q)++;'],
  ['the lock of an element', 'T(f) { struct locked *e = &es[ANY]; IN(&e->m, e->x++); }', TWO],
  ['the lock of an element, by its index', 'T(f) { for (int i = 0; i < 4; i++) { IN(&es[i].m, es[i].x++); } } T(k) { IN(&es[3].m, es[3].x++); }', 'START(t, f); START(u, k);'],
  ['the lock of an element of a list', 'T(f) { struct locked *e = list; while (ANY) e = e->next; IN(&e->m, e->x++); }', `LIST ${TWO}`],
  ['the lock of an element, in functions', 'void l(struct locked *e) { pthread_mutex_lock(&e->m); } void add(struct locked *e) { l(e); e->x++; pthread_mutex_unlock(&e->m); } T(f) { add(list); add(es + ANY); add(arg); }', 'LIST pthread_create(&t, 0, f, es + 1); pthread_create(&u, 0, f, list);'],
  ['the lock around a part', 'T(f) { int *q = &es[ANY].x; struct locked *e = (struct locked *)((char *)q - __builtin_offsetof(struct locked, x)); IN(&e->m, *q = 1); } T(k) { IN(&es[1].m, es[1].x++); }', 'START(t, f); START(u, k);'],
  ['the lock of one of two', 'struct locked o; T(f) { struct locked *e; if (ANY) e = &o; else e = list; pthread_mutex_t *l = &e->m; int *x = &e->x; IN(l, *x = 1); } T(k) { IN(&o.m, o.x++); }', 'LIST START(t, f); START(u, k);'],
  ['the lock of an element that was chosen once', 'struct locked *q; T(f) { IN(&q->m, q->x++); }', `q = es + ANY; ${TWO}`],
  ['an attempt to lock an element', 'T(f) { struct locked *e = es + ANY; if (!pthread_mutex_trylock(&e->m)) { e->x++; pthread_mutex_unlock(&e->m); } }', TWO],
  ['the lock before an element', 'T(f) { struct locked *e = es + ANY; IN(&e->m, e[1].x++); }', TWO],
  ['a pointer that is changed after its last use', 'T(f) { int *q = &g; IN(&m, (*q)++); q = &h; IN(&n, (*q)++); }', TWO],
  ['new memory before others know of it', 'struct locked *make(int x) { struct locked *e = malloc(sizeof *e); pthread_mutex_init(&e->m, 0); e->next = e; e->x = x; return e; } T(f) { struct locked *e = make(1); e->x++; IN(&m, e->next = list; list = e); IN(&m, list->x++); }', `list = make(0); ${TWO}`],
  ['new memory in a loop', 'T(f) { while (ANY) { struct locked *e = malloc(sizeof *e); e->x = 1; pthread_mutex_init(&e->m, 0); IN(&m, e->next = list; list = e); IN(&e->m, e->x++); } } T(k) { pthread_mutex_lock(&m); struct locked *e = list; pthread_mutex_unlock(&m); if (e) { IN(&e->m, e->x++); } }', 'START(t, f); START(t, f); START(u, k); START(u, k);'],
  ['new memory that is handed to a thread', 'T(f) { struct locked *e = arg; e->x++; }', 'while (ANY) { struct locked *e = malloc(sizeof *e); e->x = 1; pthread_create(&t, 0, f, e); JOIN(t); }'],
  ['joins in a loop', 'T(f) { IN(&m, g++); }', 'for (int i = 0; i < 10; i++) START(ts[i], f); for (int i = 0; i < 10; i++) JOIN(ts[i]); g++;'],
  ['joins in a loop, any number', 'T(f) { IN(&m, g++); }', 'int k = argc; some = malloc(k * sizeof *some); for (int i = 0; i < k; i++) START(some[i], f); h = 1; for (int j = 0; j < k; j++) pthread_join(some[j], 0); g++; free(some);'],
  ['joins in a loop, of fewer threads', 'T(f) { IN(&m, g++); }', 'pthread_t own[10]; for (long i = 9; i >= 0; i--) { if (ANY) break; START(own[i], f); } long i = 9; while (i >= 0) { JOIN(own[i]); i--; } g++;'],
  ['a recursion', 'void r(int i) { if (i > 0) { IN(&m, g++); r(i - 1); } } T(f) { r(5); }', TWO],
]; // prettier-ignore

const RACY: readonly Row[] = [
  ['no lock', 'T(f) { g++; }', TWO],
  ['with main', 'T(f) { g++; }', 'START(t, f); g++;'],
  ['volatile', 'volatile int v; T(f) { v++; }', TWO],
  ['different locks', 'T(f) { IN(&m, g++); } T(k) { IN(&n, g++); }', 'START(t, f); START(u, k);'],
  ['locks of an array', 'T(f) { int i = __VERIFIER_nondet_int(); IN(&ms[i], g++); }', TWO],
  ['a lock of each thread', 'T(f) { pthread_mutex_t o = MUTEX; IN(&o, g++); }', TWO],
  ['one of many locks of the heap', 'pthread_mutex_t *q; T(f) { IN(q, g++); }', 'for (int i = 0; i < 3; i++) { q = malloc(sizeof *q); pthread_mutex_init(q, 0); START(t, f); }'],
  ['one of two locks', 'pthread_mutex_t *q = &m; T(f) { IN(q, g++); }', `START(t, f); q = &n; START(u, f);`],
  ['a lock, on one path', 'T(f) { int i = __VERIFIER_nondet_int(); if (i) pthread_mutex_lock(&m); g++; if (i) pthread_mutex_unlock(&m); }', TWO],
  ['an unlock, on one path', 'T(f) { pthread_mutex_lock(&m); if (__VERIFIER_nondet_int()) pthread_mutex_unlock(&m); g++; }', TWO],
  ['an unlock by another name', 'T(f) { pthread_mutex_t *q = &m; pthread_mutex_lock(&m); pthread_mutex_unlock(q); g++; }', TWO],
  ['an unlock of one of two', 'T(f) { pthread_mutex_t *q = arg ? &m : &n; pthread_mutex_lock(&m); pthread_mutex_unlock(q); g++; }', TWO],
  ['an unlock in a loop', 'T(f) { pthread_mutex_lock(&m); for (int i = 0; i < 3; i++) { g++; pthread_mutex_unlock(&m); } }', TWO],
  ['an unlock in a recursion', 'void r(int i) { if (i > 0) r(i - 1); else pthread_mutex_unlock(&m); } T(f) { pthread_mutex_lock(&m); r(3); g++; }', TWO],
  ['an unlock in a recursion, before the next call', 'void r(int i) { g++; pthread_mutex_unlock(&m); if (i) r(i - 1); } T(f) { pthread_mutex_lock(&m); r(3); }', TWO],
  ['an unlock by a function pointer', 'void k(void) { pthread_mutex_unlock(&m); } void (*o)(void) = k; T(f) { pthread_mutex_lock(&m); o(); g++; }', TWO],
  ['the lock of another element', 'T(f) { IN(&es[ANY].m, es[ANY].x++); }', TWO],
  ['the lock of another element, by variables', 'T(f) { int i = ANY, j = ANY; IN(&es[i].m, es[j].x++); }', TWO],
  ['the lock of an element, and of the one before', 'T(f) { struct locked *e = es + ANY; IN(&e->m, e[1].x++); IN(&e->m, e->x++); }', TWO],
  ['a pointer that is changed under the lock', 'T(f) { struct locked *e = es + ANY, *o = e; pthread_mutex_lock(&o->m); e = es + ANY; e->x++; pthread_mutex_unlock(&o->m); }', TWO],
  ['a pointer to the next under the lock', 'T(f) { struct locked *e = list, *o = e; pthread_mutex_lock(&o->m); e = e->next; e->x++; pthread_mutex_unlock(&o->m); }', `LIST ${TWO}`],
  ['an index that is changed under the lock', 'T(f) { int i = 0; pthread_mutex_lock(&es[i].m); i++; es[i].x++; pthread_mutex_unlock(&es[0].m); } T(k) { IN(&es[1].m, es[1].x++); }', 'START(t, f); START(u, k);'],
  ['a pointer that is changed on one path', 'T(f) { struct locked *e = es, *o = e; pthread_mutex_lock(&o->m); if (ANY) e = es + 1; e->x++; pthread_mutex_unlock(&o->m); } T(k) { IN(&es[1].m, es[1].x++); }', 'START(t, f); START(u, k);'],
  ['a pointer that others change', 'struct locked *_Atomic q = es; T(f) { pthread_mutex_lock(&q->m); q->x++; } T(k) { q = es + 1; }', `START(t, f); START(u, k); START(u, f);`],
  ['a pointer that is stored twice', 'struct locked *q = es; T(f) { IN(&n, struct locked *o = q; IN(&o->m, q->x++); q = es + 1); } T(k) { IN(&es[1].m, es[1].x++); }', 'START(t, f); START(u, k);'],
  ['the lock of an element, of the iteration before', 'T(f) { for (int i = 0; i < 2; i++) { struct locked *e = es + ANY; if (!i) pthread_mutex_lock(&e->m); e->x++; } }', TWO],
  ['the lock of an element, of the call before', 'void touch(int i) { struct locked *e = es + ANY; if (i) e->x++; else pthread_mutex_lock(&e->m); } T(f) { for (int i = 0; i < 2; i++) touch(i); }', TWO],
  ['the lock of an element, of another call', 'struct locked *pick(void) { return es + ANY; } T(f) { IN(&pick()->m, pick()->x++); }', TWO],
  ['the lock of an element, in a recursion', 'void r(struct locked *e, int i) { if (i) { pthread_mutex_lock(&e->m); r(e + 1, i - 1); } e->x++; } T(f) { r(es, 1); }', TWO],
  ['an unlock of the element', 'T(f) { struct locked *e = es + ANY, *o = e; IN(&e->m, ); e->x++; pthread_mutex_lock(&e->m); pthread_mutex_unlock(&o->m); e->x++; }', TWO],
  ['an unlock of an element that may be the same', 'T(f) { int i = ANY, j = ANY; pthread_mutex_lock(&es[i].m); pthread_mutex_unlock(&es[j].m); es[i].x++; }', TWO],
  ['an attempt to lock an element, that failed', 'T(f) { struct locked *e = es + ANY; if (pthread_mutex_trylock(&e->m)) e->x++; }', TWO],
  ['an attempt to lock an element, and another one', 'T(f) { struct locked *e = es + ANY; int r = pthread_mutex_trylock(&e->m); e = es + ANY; if (!r) e->x++; }', TWO],
  ['the locks of elements that overlap', 'char bytes[999]; T(f) { char *q = bytes + ANY; IN((pthread_mutex_t *)(q + 100), *(int *)q = 1); }', TWO],
  ['the lock of an element for reading', 'struct { pthread_rwlock_t l; int x; } rs[4]; T(f) { int i = ANY; pthread_rwlock_rdlock(&rs[i].l); rs[i].x++; pthread_rwlock_unlock(&rs[i].l); }', TWO],
  ['the lock of an element, and none', 'T(f) { struct locked *e = es + ANY; IN(&e->m, e->x++); } T(k) { es[2].x++; }', 'START(t, f); START(u, k);'],
  ['a pointer that is advanced atomically', 'int *_Atomic q = a; T(f) { int *o = q++; *o = 1; } T(k) { a[1]++; }', 'START(t, f); START(t, f); START(u, k);'],
  ['a pointer of its own that is advanced atomically', 'T(f) { int *_Atomic o = a; o++; *o = 1; } T(k) { a[1]++; }', 'START(t, f); START(u, k);'],
  ['a pointer that is changed in a loop', 'T(f) { int *o = &g; for (int i = 0; i < 2; i++) { *o = 1; o = &h; } } T(k) { h++; }', 'START(t, f); START(u, k);'],
  ['a pointer from an earlier iteration', 'T(f) { int *o = 0, *last = 0; for (int i = 0; i < 3; i++) { if (last) *last = 1; last = o; o = &h; } } T(k) { h++; }', 'START(t, f); START(u, k);'],
  ['new memory of which others know', 'T(f) { struct locked *e = malloc(sizeof *e); IN(&m, e->next = list; list = e); e->x = 1; } T(k) { IN(&m, if (list) list->x++); }', 'START(t, f); START(u, k);'],
  ['new memory of which others know, on one path', 'T(f) { struct locked *e = malloc(sizeof *e); if (ANY) { IN(&m, list = e); } e->x = 1; } T(k) { IN(&m, if (list) list->x++); }', 'START(t, f); START(u, k);'],
  ['new memory of the iteration before', 'T(f) { struct locked *e, *last = 0; for (int i = 0; i < 2; i++) { e = malloc(sizeof *e); if (last) last->x = 1; IN(&m, list = e); last = e; } } T(k) { IN(&m, if (list) list->x++); }', 'START(t, f); START(u, k);'],
  ['new memory in a loop, known since the iteration before', 'T(f) { struct locked *e = malloc(sizeof *e); for (int i = 0; i < 2; i++) { e->x = 1; IN(&m, list = e); } } T(k) { IN(&m, if (list) list->x++); }', 'START(t, f); START(u, k);'],
  ['new memory that is found through other new memory', 'T(f) { struct locked *e = malloc(sizeof *e), *o = malloc(sizeof *o); o->next = e; IN(&m, list = o); e->x = 1; } T(k) { IN(&m, if (list) list->next->x++); }', 'START(t, f); START(u, k);'],
  ['new memory that is found through itself', 'T(f) { struct locked *e = malloc(sizeof *e); e->next = e; struct locked *o = e->next; IN(&m, list = o); e->x = 1; } T(k) { IN(&m, if (list) list->x++); }', 'START(t, f); START(u, k);'],
  ['new memory in memory that is copied', 'struct { struct locked *q; } all; T(f) { struct { struct locked *q; } own; own.q = malloc(sizeof(struct locked)); struct locked *e = own.q; IN(&m, memcpy(&all, &own, sizeof all)); e->x = 1; } T(k) { IN(&m, if (all.q) all.q->x++); }', 'START(t, f); START(u, k);'],
  ['new memory that a function has published', 'void put(struct locked *e) { IN(&m, list = e); } T(f) { struct locked *e = malloc(sizeof *e); put(e); e->x = 1; } T(k) { IN(&m, if (list) list->x++); }', 'START(t, f); START(u, k);'],
  ['new memory that was swapped in', 'struct locked *_Atomic q; T(f) { struct locked *e = malloc(sizeof *e); atomic_exchange(&q, e); e->x = 1; } T(k) { struct locked *e = q; if (e) e->x++; }', 'START(t, f); START(u, k);'],
  ['new memory that a thread has got', 'T(k) { ((struct locked *)arg)->x++; } T(f) { struct locked *e = malloc(sizeof *e); pthread_t v; pthread_create(&v, 0, k, e); e->x = 1; }', 'START(t, f);'],
  ['new memory of a recursion', 'void r(int i) { struct locked *e = malloc(sizeof *e); if (i) r(i - 1); e->x = 1; IN(&m, list = e); e->x = 2; } T(f) { r(1); } T(k) { IN(&m, if (list) list->x++); }', 'START(t, f); START(u, k);'],
  ['joins in a loop that ends early', 'T(f) { IN(&m, g++); }', 'for (int i = 0; i < 10; i++) START(ts[i], f); for (int i = 0; i < 10; i++) { if (ANY) break; JOIN(ts[i]); } g++;'],
  ['joins in a loop, of which some are left out', 'T(f) { IN(&m, g++); }', 'for (int i = 0; i < 10; i++) START(ts[i], f); for (int i = 0; i < 10; i++) { if (ANY) continue; JOIN(ts[i]); } g++;'],
  ['joins in a loop with another bound', 'T(f) { IN(&m, g++); }', 'for (int i = 0; i < 10; i++) START(ts[i], f); for (int i = 0; i < 9; i++) JOIN(ts[i]); g++;'],
  ['joins in a loop with another step', 'T(f) { IN(&m, g++); }', 'for (int i = 0; i < 10; i++) START(ts[i], f); for (int i = 0; i < 10; i += 2) JOIN(ts[i]); g++;'],
  ['joins in a loop with another beginning', 'T(f) { IN(&m, g++); }', 'for (int i = 0; i < 10; i++) START(ts[i], f); for (int i = 1; i < 10; i++) JOIN(ts[i]); g++;'],
  ['joins in a loop with another comparison', 'T(f) { IN(&m, g++); }', 'for (int i = 0; i <= 9; i++) START(ts[i], f); for (int i = 0; i < 9; i++) JOIN(ts[i]); g++;'],
  ['joins in a loop with a bound that has changed', 'T(f) { IN(&m, g++); }', 'int k = 5; for (int i = 0; i < k; i++) START(ts[i], f); k--; for (int i = 0; i < k; i++) JOIN(ts[i]); g++;'],
  ['joins in a loop with a bound that changes in the loop', 'T(f) { IN(&m, g++); }', 'int k = 5; for (int i = 0; i < k; i++) { START(ts[i], f); if (i == 3) k--; } for (int i = 0; i < k; i++) JOIN(ts[i]); g++;'],
  ['joins in a loop with a bound that is asked for again', 'T(f) { IN(&m, g++); }', 'int k; for (int i = 0; i < (k = ANY); i++) START(ts[i], f); for (int i = 0; i < k; i++) JOIN(ts[i]); g++;'],
  ['joins in a loop with a bound beside a pointer', 'union { int *q; long k; } o; T(f) { IN(&m, g++); }', 'o.q = &h; o.k = 5; for (long i = 0; i < o.k; i++) START(ts[i], f); o.k = 3; for (long i = 0; i < o.k; i++) JOIN(ts[i]); g++;'],
  ['the lock of an element by a number beside a pointer', 'union { struct locked *q; long k; } o; T(f) { IN(&n, o.k = 1; pthread_mutex_lock(&es[o.k].m); o.k = 2; es[o.k].x++); } T(k) { IN(&es[2].m, es[2].x++); }', 'o.q = es; START(t, f); START(u, k);'],
  ['joins in a loop, of another array', 'T(f) { IN(&m, g++); }', 'pthread_t own[10]; for (int i = 0; i < 10; i++) { START(ts[i], f); START(own[i], f); } for (int i = 0; i < 10; i++) JOIN(own[i]); g++;'],
  ['joins in a loop, of another element', 'T(f) { IN(&m, g++); }', 'for (int i = 0; i < 9; i++) START(ts[i], f); for (int i = 0; i < 9; i++) JOIN(ts[i + 1]); g++;'],
  ['joins in a loop, of one element', 'T(f) { IN(&m, g++); }', 'for (int i = 0; i < 10; i++) START(ts[i], f); for (int i = 0; i < 10; i++) JOIN(ts[0]); g++;'],
  ['joins in a loop, of a handle that was replaced', 'T(f) { IN(&m, g++); }', 'for (int i = 0; i < 10; i++) START(ts[i], f); ts[1] = ts[0]; for (int i = 0; i < 10; i++) JOIN(ts[i]); g++;'],
  ['joins in a loop, of handles that were copied', 'T(f) { IN(&m, g++); }', 'for (int i = 0; i < 10; i++) START(ts[i], f); memcpy(ts, ts + 1, 8); for (int i = 0; i < 10; i++) JOIN(ts[i]); g++;'],
  ['joins in a loop, of threads that another call has started too', 'T(f) { IN(&m, g++); }', 'for (int i = 0; i < 9; i++) { START(ts[i], f); START(ts[i], f); } for (int i = 0; i < 9; i++) JOIN(ts[i]); g++;'],
  ['joins in a loop, of threads that were started twice', 'T(f) { IN(&m, g++); }', 'for (int k = 0; k < 2; k++) for (int i = 0; i < 10; i++) START(ts[i], f); for (int i = 0; i < 10; i++) JOIN(ts[i]); g++;'],
  ['joins in a loop, of several threads for each element', 'T(f) { IN(&m, g++); }', 'for (int i = 0; i < 10; i++) for (int k = 0; k < 2; k++) START(ts[i], f); for (int i = 0; i < 10; i++) JOIN(ts[i]); g++;'],
  ['joins in a loop, of slots that repeat', 'T(f) { IN(&m, g++); }', 'for (int i = 0; i < 10; i++) START(ts[i / 2], f); for (int i = 0; i < 10; i++) JOIN(ts[i / 2]); g++;'],
  ['joins in a loop, of slots whose numbers overflow', 'T(f) { IN(&m, g++); }', 'for (int i = 0; i < 300; i++) START(ts[(char)i], f); for (int i = 0; i < 300; i++) JOIN(ts[(char)i]); g++;'],
  ['joins in a loop, and before its end', 'T(f) { IN(&m, g++); }', 'for (int i = 0; i < 10; i++) START(ts[i], f); for (int i = 0; i < 10; i++) { JOIN(ts[i]); g++; }'],
  ['joins in a loop, and between the loops', 'T(f) { IN(&m, g++); }', 'for (int i = 0; i < 10; i++) START(ts[i], f); g++; for (int i = 0; i < 10; i++) JOIN(ts[i]);'],
  ['joins in a loop, of an array that was replaced', 'T(f) { IN(&m, g++); }', 'some = ts; pthread_t own[10]; for (int i = 0; i < 10; i++) START(some[i], f); some = own; for (int i = 0; i < 10; i++) START(some[i], f); for (int i = 0; i < 10; i++) JOIN(some[i]); g++;'],
  ['joins in a loop, where the counter is changed', 'T(f) { IN(&m, g++); }', 'for (int i = 0; i < 10; i++) START(ts[i], f); for (int i = 0; i < 10; i++) { JOIN(ts[i]); if (ANY) i++; } g++;'],
  ['joins in a loop, where the counter is changed before', 'T(f) { IN(&m, g++); }', 'for (int i = 0; i < 10; i++) START(ts[i], f); for (int i = 0; i < 9; i++) { if (i < 5) i++; JOIN(ts[i]); } g++;'],
  ['joins in a loop, where the counter has a pointer', 'T(f) { IN(&m, g++); }', 'for (int i = 0; i < 10; i++) START(ts[i], f); int i, *q = &i; for (i = 0; i < 10; i++) { JOIN(ts[i]); if (ANY) *q = 9; } g++;'],
  ['joins in a loop, of threads that leave threads', 'T(f) { IN(&m, g++); } T(k) { pthread_t v; START(v, f); }', 'for (int i = 0; i < 10; i++) START(ts[i], k); for (int i = 0; i < 10; i++) JOIN(ts[i]); g++;'],
  ['joins in a loop, by several threads', 'T(k) { IN(&m, h++); } T(f) { IN(&n, for (int i = 0; i < 3; i++) START(ts[i], k)); IN(&n, for (int i = 0; i < 3; i++) JOIN(ts[i])); h++; }', TWO],
  ['two locks for reading', 'T(f) { pthread_rwlock_rdlock(&rw); g++; pthread_rwlock_unlock(&rw); }', TWO],
  ['a failed attempt', 'T(f) { if (pthread_mutex_trylock(&m)) { g++; } else pthread_mutex_unlock(&m); }', TWO],
  ['an attempt, and no question', 'T(f) { pthread_mutex_trylock(&m); g++; }', TWO],
  ['the result of another attempt', 'T(f) { int r = pthread_mutex_trylock(&m); r = pthread_mutex_trylock(&n); if (!r) g++; }', `pthread_mutex_trylock(&n); ${TWO} IN(&m, g++);`],
  ['a result that is overwritten', 'T(f) { int r = pthread_mutex_trylock(&m); r = 0; if (!r) g++; }', TWO],
  ['an attempt that was given back', 'T(f) { int r = pthread_mutex_trylock(&m); if (!r) pthread_mutex_unlock(&m); if (!r) g++; }', TWO],
  ['a section, and none', 'T(f) { __VERIFIER_atomic_begin(); g++; __VERIFIER_atomic_end(); }', 'START(t, f); g++;'],
  ['a section that has ended', 'T(f) { __VERIFIER_atomic_begin(); __VERIFIER_atomic_end(); g++; }', TWO],
  ['atomic, and not', 'T(f) { __atomic_store_n(&g, 1, __ATOMIC_SEQ_CST); } T(k) { int i = g; }', 'START(t, f); START(u, k);'],
  ['before the join', 'T(f) { g++; }', 'START(t, f); g++; JOIN(t);'],
  ['the join of another', 'T(f) { g++; } T(k) { h = 1; }', 'START(t, f); START(u, k); JOIN(u); g++;'],
  ['a join on one path', 'T(f) { g++; }', 'START(t, f); if (argc > 1) JOIN(t); g++;'],
  ['one join of two', 'T(f) { IN(&m, g++); }', 'START(t, f); START(t, f); JOIN(t); g++;'],
  ['one join of several', 'T(f) { IN(&m, g++); }', 'for (int i = 0; i < argc; i++) START(t, f); JOIN(t); g++;'],
  ['a join of an earlier one', 'T(f) { IN(&m, g++); }', 'START(t, f); for (int i = 0; i < 2; i++) { u = t; START(t, f); JOIN(u); g++; }'],
  ['a join of an earlier one, in a loop', 'T(f) { IN(&m, g++); }', 'pthread_t v; for (int i = 0; i < argc; i++) { if (i) v = u; START(u, f); if (i) { JOIN(v); g++; } }'],
  ['a handle that was replaced', 'T(f) { IN(&m, g++); }', 'pthread_t v, w; for (int i = 0; i < 2; i++) { w = v; START(v, f); if (i) v = w; JOIN(v); g++; }'],
  ['a join by another thread', 'T(f) { g++; } T(k) { JOIN(t); }', 'START(t, f); START(u, k); g++;'],
  ['a thread of a thread that was joined', 'T(k) { g++; } T(f) { pthread_t v; START(v, k); }', 'START(t, f); JOIN(t); g++;'],
  ['a thread of a thread that was joined, and the next thread', 'T(k) { g++; } T(f) { pthread_t v; h = g; START(v, k); }', 'for (int i = 0; i < 2; i++) { START(t, f); JOIN(t); }'],
  ['threads of threads that were joined', 'T(k) { g++; } T(f) { pthread_t v; START(v, k); }', 'for (int i = 0; i < 2; i++) { START(t, f); JOIN(t); }'],
  ['a thread of a thread, not joined on one path', 'T(k) { g++; } T(f) { pthread_t v; START(v, k); if (arg) pthread_exit(0); JOIN(v); }', 'pthread_create(&t, 0, f, &g); JOIN(t); g++;'],
  ['threads of two threads', 'T(k) { g++; } T(f) { pthread_t v; START(v, k); JOIN(v); }', TWO],
  ['a join of a thread of another, by a shared handle', 'T(k) { IN(&m, h++); } T(f) { IN(&n, START(t, k)); IN(&n, JOIN(t)); h++; }', 'START(u, f); START(u, f);'],
  ['starts in functions', 'T(f) { g++; } void begin(void) { START(t, f); }', 'begin(); begin();'],
  ['a start in a recursion', 'T(f) { g++; } void begin(int i) { pthread_t v; START(v, f); if (i) begin(i - 1); }', 'begin(2);'],
  ['one of two functions', 'T(f) { g++; } T(k) { h++; }', 'void *(*o)(void *) = argc > 1 ? f : k; START(t, o); START(u, f);'],
  ['main before the start in the next iteration', 'T(f) { g++; }', 'for (int i = 0; i < 2; i++) { g++; START(t, f); }'],
  ['an argument', 'T(f) { (*(int *)arg)++; }', 'int i = 0; pthread_create(&t, 0, f, &i); i++;'],
  ['the same argument for all', 'T(f) { (*(int *)arg)++; }', 'int *q = malloc(4); pthread_create(&t, 0, f, q); pthread_create(&u, 0, f, q);'],
  ['an argument of a loop', 'T(f) { (*(int *)arg)++; }', 'int *q = malloc(4); for (int i = 0; i < 2; i++) pthread_create(&t, 0, f, q);'],
  ['a variable of a thread that is published', 'T(f) { int i; p = &i; pthread_exit(0); }  T(k) { IN(&m, *p = 1); }', 'int i; p = &i; START(t, k); i = 2;'],
  ['a variable of a thread that another gets', 'T(k) { (*(int *)arg)++; } T(f) { int i = 0; pthread_t v; pthread_create(&v, 0, k, &i); i++; JOIN(v); }', 'START(t, f);'],
  ['a thread-local variable of another', '_Thread_local int i; int *q; T(f) { i++; *q = 3; }', 'q = &i; START(t, f); i = 2;'],
  ['memory in memory', 'struct locked *q; T(f) { q->next->x++; }', `q = malloc(sizeof *q); q->next = malloc(sizeof *q); ${TWO}`],
  ['a result of a thread, used by it', 'T(k) { for (;;) { IN(&n, (*p)++); } } T(f) { int *q = malloc(4); p = q; pthread_t v; START(v, k); return q; }', 'int *q; START(t, f); pthread_join(t, (void **)&q); (*q)++;'],
  ['elements of an array', 'T(f) { a[__VERIFIER_nondet_int()]++; } T(k) { a[3]++; }', 'START(t, f); START(u, k);'],
  ['an element by two ways', 'T(f) { for (int *q = a; q < a + 10; q++) *q = 1; } T(k) { int *q = a + 9; while (q > a) *q-- = 1; }', 'START(t, f); START(u, k);'],
  ['a part of a struct, and all of it', 'struct pair o; T(f) { s = o; } T(k) { int i = s.y; }', 'START(t, f); START(u, k);'],
  ['a part, by memset', 'T(f) { memset(&s, 0, sizeof s); } T(k) { s.y++; }', 'START(t, f); START(u, k);'],
  ['bytes of a word', 'T(f) { ((char *)&g)[3] = 1; } T(k) { int i = g; }', 'START(t, f); START(u, k);'],
  ['parts of an array of structs, by casts', 'T(f) { int *q = (int *)rows; q[3]++; } T(k) { rows[1].y++; }', 'START(t, f); START(u, k);'],
  ['bit-fields', 'struct { int i : 3, j : 3; } b; T(f) { b.i = 1; } T(k) { b.j = 1; }', 'START(t, f); START(u, k);'],
  ['a pointer through a number', 'unsigned long v; T(f) { *(int *)v = 1; }', `v = (unsigned long)&g; ${TWO}`],
  ['a pointer through arithmetic', 'T(f) { *(int *)((unsigned long)&s ^ 4) = 1; } T(k) { s.y++; }', 'START(t, f); START(u, k);'],
  ['a pointer through its bytes', 'T(f) { int *q; for (unsigned i = 0; i < sizeof q; i++) ((char *)&q)[i] = ((char *)&p)[i]; *q = 1; }', `p = &g; ${TWO}`],
  ['a pointer through memcpy', 'T(f) { int *q; memcpy(&q, &p, sizeof q); *q = 1; }', `p = &g; ${TWO}`],
  ['a pointer in a struct that is copied', 'struct o { long i; int *q; } o1, o2; T(f) { *o2.q = 1; }', `o1.q = &g; o2 = o1; ${TWO}`],
  ['a pointer in a union', 'union { int *q; long i; } o; T(f) { union { long i; int *q; } v; v.i = o.i; *v.q = 1; }', `o.q = &g; ${TWO}`],
  ['a pointer in an initial value', 'struct { int i; int *q[2]; } o = { 1, { 0, &s.y } }; T(f) { *o.q[1] = 1; } T(k) { s.y++; }', 'START(t, f); START(u, k);'],
  ['the struct around a part', 'T(f) { int *q = arg; struct pair *o = (struct pair *)((char *)q - 4); o->x++; }', 'pthread_create(&t, 0, f, &s.y); s.x++;'],
  ['a struct by value', 'struct big { int *q; long r[8]; }; void k(struct big b) { (*b.q)++; } struct big b; T(f) { k(b); }', `b.q = &g; ${TWO}`],
  ['a lock in a struct by value', 'struct locked o; void k(struct locked b) { IN(&b.m, g++); } T(f) { k(o); }', TWO],
  ['another name', 'extern int other __attribute__((alias("g"))); T(f) { other++; } T(k) { g++; }', 'START(t, f); START(u, k);'],
  ['a local variable of a function that has returned', 'T(f) { (*(int *)arg)++; } void begin(void) { int i = 0; pthread_create(&t, 0, f, &i); }', 'begin(); JOIN(t);'],
  ['a local variable of a thread that has ended', 'T(k) { (*(int *)arg)++; } T(f) { int i = 0; pthread_t v; pthread_create(&v, 0, k, &i); pthread_exit(0); }', 'START(t, f); JOIN(t);'],
  ['a variable of a block that has ended', 'T(f) { (*(int *)arg)++; }', '{ int i = 0; pthread_create(&t, 0, f, &i); } JOIN(t);'],
  ['a local variable of main, which has returned', 'T(f) { (*(int *)arg)++; }', 'int i = 0; pthread_create(&t, 0, f, &i);'],
  ['a local variable of main, which has ended', 'T(f) { (*(int *)arg)++; }', 'int i = 0; pthread_create(&t, 0, f, &i); pthread_exit(0);'],
  ['printing', 'char text[9]; T(f) { text[0]++; } T(k) { printf("%s", text); }', 'START(t, f); START(u, k);'],
  ['memory that is freed', 'T(f) { *p = 1; } T(k) { free(p); }', 'p = malloc(4); START(t, f); START(u, k);'],
  ['a handle', 'T(f) { if (t) h++; }', 'START(t, f);'],
  ['a lock that is made again', 'T(f) { pthread_mutex_init(&m, 0); IN(&m, g++); }', TWO],
  ['a lock that is overwritten', 'T(f) { IN(&m, g++); } T(k) { m = n; }', 'START(t, f); START(u, k);'],
  ['a structure that is passed by value', `${BIG} T(f) { put(big); } T(k) { big.a[1] = 1; }`, 'START(t, f); START(u, k);'],
  ['a structure that is passed by value, before a lock', `${BIG} T(f) { put(big); }`, TWO],
  ['a lock in a structure that is passed by value', 'void k(struct locked e) { IN(&e.m, g++); } T(f) { k(es[0]); }', TWO],
  ['errno of another thread', 'T(f) { *(int *)arg = 3; }', 'pthread_create(&t, 0, f, &errno); errno = 1;'],
  ['errno of any thread', 'T(k) { *p = 1; } T(f) { p = &errno; START(t, k); errno = 2; }', 'START(u, f);'],
  ['a deadline', 'struct timespec end; T(f) { if (pthread_mutex_timedlock(&m, &end) == 0) pthread_mutex_unlock(&m); } T(k) { end.tv_sec++; }', 'START(t, f); START(u, k);'],
  ['a deadline of a reader', 'struct timespec end; T(f) { if (pthread_rwlock_timedrdlock(&rw, &end) == 0) pthread_rwlock_unlock(&rw); } T(k) { end.tv_sec++; }', 'START(t, f); START(u, k);'],
]; // prettier-ignore

const NOT_FOLLOWED: readonly Row[] = [
  ['a thread that is detached', 'T(f) { g++; }', 'pthread_attr_t d; pthread_attr_init(&d); pthread_attr_setdetachstate(&d, PTHREAD_CREATE_DETACHED); pthread_create(&t, &d, f, 0); pthread_join(t, 0); g++;'],
  ['a function that is not defined', 'void k(void); T(f) { k(); }', TWO],
  ['a pointer that is not defined', 'extern int *q; T(f) { *q = 1; }', TWO],
  ['an address', 'T(f) { *(int *)4096 = 1; }', TWO],
  ['assembly', 'T(f) { __asm__("nop" : : "r"(&g) : "memory"); }', TWO],
  ['code before main', '__attribute__((constructor)) void k(void) { START(t, 0); } T(f) { g++; }', 'START(u, f);'],
  ['code at the exit', 'void k(void) { g++; } T(f) { g++; }', 'atexit(k); START(t, f);'],
  ['a pointer that is passed on without order', 'int *_Atomic q; T(f) { int *o = calloc(1, 4); atomic_store_explicit(&q, o, memory_order_relaxed); } T(k) { int *o = atomic_load(&q); if (o) __atomic_load_n(o, 5); }', 'START(t, f); START(u, k);'],
  ['a pointer that is read without order', 'int *_Atomic q; T(f) { int *o = calloc(1, 4); atomic_store(&q, o); } T(k) { int *o = atomic_load_explicit(&q, memory_order_relaxed); if (o) __atomic_load_n(o, 5); }', 'START(t, f); START(u, k);'],
  ['printf that stores', 'T(f) { printf("%n", &g); }', TWO],
  ['threads that start themselves', 'T(f) { pthread_t v; START(v, f); g++; }', 'START(t, f);'],
  ['clean-up', 'void k(void *x) { g++; } T(f) { pthread_cleanup_push(k, 0); pthread_cleanup_pop(1); }', TWO],
  ['destructors', 'void k(void *x) { g++; } pthread_key_t key; T(f) { pthread_setspecific(key, &g); }', `pthread_key_create(&key, k); ${TWO}`],
]; // prettier-ignore

describe.skipIf(!canCompile)('a check whose search is not complete', () => {
  const notes = async (code: string, races: boolean): Promise<readonly string[]> => {
    const text = `${PRELUDE}${code}\nint main(void) { ${TWO} return 0; }`;
    const program = await compile(file('program.c', text), { flags: ['-w'], bounds: { unroll: 2, wait: true } });
    const [check] = checkProgram(program, { models: ['sc'], all: true, races });
    expect(check!.incomplete).not.toBe(null);
    return check!.notes;
  };
  const loop = (what: string): string => `T(f) { for (int i = 0; i < 3; i++) { ${what} } }`;

  it('says that there is no data race, if asked', async () => {
    const locked = loop('IN(&m, g++);');
    expect(await notes(locked, true)).toContainEqual(expect.stringMatching(/^no data race, for all inputs/));
    expect(await notes(locked, false)).toEqual([]);
  });

  it('says nothing if there may be one', async () => {
    expect(await notes(loop('IN(&m, g++); h = g; IN(&m, h = 1);'), true)).toEqual([]);
  });
});

describe.skipIf(!canCompile)('that no two accesses race is', () => {
  it.each(RACE_FREE)('proved: %s', (_, code, body) => {
    expect(reason(code, body)).toBe(undefined);
  });

  it.each(RACY)('not proved: %s', (_, code, body) => {
    expect(reason(code, body)).toMatch(/at the same time|pointer to nothing/);
  });

  it.each(NOT_FOLLOWED)('not followed: %s', (_, code, body) => {
    expect(reason(code, body)).toMatch(/^not followed/);
  });
});
