import type { Random } from '../random.js';

const LINES = `#include <pthread.h>
#include <stdlib.h>
struct cell { pthread_mutex_t m; int x, y; struct cell *next; };
static int g, h, a[3];
static volatile int v;
static struct cell c, cells[2], *heap, *box;
static int *p = &g, **q = &p;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER, ms[2];
static pthread_mutex_t *one = &m, *other = &n;
static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
static pthread_t shared;
extern _Bool __VERIFIER_nondet_bool(void);
static void get(pthread_mutex_t *l) { pthread_mutex_lock(l); }
static void put(pthread_mutex_t *l) { pthread_mutex_unlock(l); }
static void add(int *to, int by) { *to += by; }
static int *other_of(struct cell *of) { return of->next ? &of->next->y : &of->y; }
static void bump(struct cell *e) { pthread_mutex_lock(&e->m); e->y++; pthread_mutex_unlock(&e->m); }
static struct cell *any(void) { return &cells[__VERIFIER_nondet_bool()]; }
static int kept(int *at) { int now = *at; return now; }`;

/** The lock of the same cell. */
const OWN = ['e->m', 'e->m'];

/** A random C program of a few threads. Most of its accesses hold a lock, but not all. */
export class RandomProgram {
  private readonly random: Random;
  private readonly threads: number;
  /** The lock that most accesses hold. */
  private readonly usual: string;
  private locals = 0;

  constructor(random: Random) {
    this.random = random;
    this.threads = 1 + random.below(3);
    this.usual = random.pick(['m', 'm', 'c.m', 'ms[1]', 'heap->m', ...OWN, ...OWN]);
  }

  text(): string {
    const threads = Array.from({ length: this.threads }, (_, i) => this.thread(i)).reverse();
    const init = 'for (int i = 0; i < 2; i++) pthread_mutex_init(&ms[i], 0), pthread_mutex_init(&cells[i].m, 0);';
    const more = 'heap = malloc(sizeof *heap); pthread_mutex_init(&heap->m, 0); pthread_mutex_init(&c.m, 0);';
    const next = 'heap->next = &c; c.next = 0; heap->x = heap->y = 0; cells[0].next = &cells[1]; cells[1].next = heap;';
    const main = ['pthread_t t[3], u = 0; int mine[2] = {0}, r = 0;', init, more, next, ...this.main(), 'return r;'];
    return [LINES, ...threads, 'int main(void) {', ...main.map((line) => `  ${line}`), '}', ''].join('\n');
  }

  /** A thread may start the threads with higher numbers. */
  private thread(number: number): string {
    const body = this.statements(1 + this.random.below(3));
    if (number + 1 < this.threads && this.random.chance(0.25)) body.push(...this.inner(number + 1));
    return `static void *f${number}(void *arg) {\n  int r = 0, mine[2] = {0};\n  ${body.join('\n  ')}\n  return arg;\n}`;
  }

  private inner(number: number): string[] {
    const { random } = this;
    const handle = random.chance(0.2) ? 'shared' : 'w';
    const join = random.weighted([
      [6, `pthread_join(${handle}, 0);`],
      [2, ''],
      [1, `if (__VERIFIER_nondet_bool()) pthread_join(${handle}, 0);`],
    ]);
    const argument = random.pick(['arg', 'mine', '&mine[1]', '0']);
    return [`pthread_t w; pthread_create(&${handle}, 0, f${number}, ${argument});`, join, ...this.statements(1)];
  }

  private main(): string[] {
    const { random } = this;
    const lines = this.statements(random.below(2), false);
    const started: number[] = [];
    for (let i = 0; i < this.threads; i++) {
      if (i > 0 && random.chance(0.2)) continue;
      const handle = random.weighted([
        [8, `t[${i}]`],
        [1, 'u'],
        [1, 'shared'],
      ]);
      const argument = random.pick(['&g', '&c.x', 'mine', `&mine[${i % 2}]`, 'heap', '0', '&a[1]', 'malloc(8)']);
      const start = `pthread_create(&${handle}, 0, f${i}, ${argument});`;
      const join = `pthread_join(${handle}, 0);`;
      const form = random.below(10);
      if (form === 0) lines.push(`for (int i = 0; i < 2; i++) { ${start} ${this.statements(1).join(' ')} ${join} }`);
      else if (form === 1) lines.push(`for (int i = 0; i < 2; i++) { ${start} }`, ...this.statements(1), join);
      else if (form === 2) lines.push(`${start} u = ${handle};`, ...this.statements(1), 'pthread_join(u, 0);');
      else if (form === 9) lines.push(...this.team(i, argument));
      else if (form === 3) lines.push(start, random.chance(0.5) ? join : `if (__VERIFIER_nondet_bool()) ${join}`);
      else {
        lines.push(start);
        started.push(i);
        if (random.chance(0.3)) lines.push(...this.statements(1));
        if (random.chance(0.5)) lines.push(join);
      }
    }
    return [...lines, ...this.statements(random.below(3))];
  }

  /** Starts threads in a loop, and joins them in another one, or nearly so. */
  private team(thread: number, argument: string): string[] {
    const { random } = this;
    const [k, own] = [`k${this.locals}`, `own${this.locals++}`];
    const near = (usual: string, ...others: string[]): string => (random.chance(0.95) ? usual : random.pick(others));
    const start = `pthread_create(&${own}[${near('i', '0', 'i / 2')}], 0, f${thread}, ${argument});`;
    const join = `pthread_join(${own}[${near('i', '0', '1 - i')}], 0);`;
    return [
      `int ${k} = ${near('2', '1 + __VERIFIER_nondet_bool()')}; pthread_t ${own}[2] = {0};`,
      `for (int i = 0; i < ${k}; i++) { ${near('', 'if (__VERIFIER_nondet_bool()) break;')} ${start} ${near('', ...this.statements(1))} }`,
      ...(random.chance(0.3) ? this.statements(1) : []),
      near('', `${k} = 1;`, `${own}[1] = ${own}[0];`),
      `for (int i = ${near('0', '1')}; i < ${near(k, '1')}; i++) { ${near('', 'if (__VERIFIER_nondet_bool()) break;', 'if (i == 1) continue;')} ${join} ${near('', 'i++;')} }`,
      ...(random.chance(0.8) ? [this.access()] : []),
    ];
  }

  private statements(count: number, isParallel = true): string[] {
    return Array.from({ length: count }, () => this.statement(isParallel));
  }

  private statement(isParallel: boolean): string {
    const { random } = this;
    const isOwn = this.usual === OWN[0];
    if (isParallel && random.chance(isOwn ? 0.95 : 0.1)) return this.ownLock();
    if (isParallel && random.chance(0.15)) return this.allocation();
    if (!isParallel || random.chance(0.1)) return this.access();
    const lock = random.chance(0.8)
      ? isOwn
        ? 'm'
        : this.usual
      : random.pick(['m', 'n', 'c.m', 'ms[0]', 'cells[1].m', '*one', '*other']);
    const [get, put] = [`pthread_mutex_lock(&${lock});`, `pthread_mutex_unlock(&${lock});`];
    const accesses = this.accesses();
    const number = this.locals++;
    return random.weighted([
      [8, `${get} ${accesses} ${put}`],
      [3, `get(&${lock}); ${accesses} put(&${lock});`],
      [2, `if (pthread_mutex_trylock(&${lock}) == 0) { ${accesses} ${put} }`],
      [1, `int b${number} = pthread_mutex_trylock(&${lock}); if (!b${number}) { ${accesses} ${put} }`],
      [1, `if (pthread_mutex_trylock(&${lock})) { ${accesses} } else ${put}`],
      [1, `_Bool d${number} = __VERIFIER_nondet_bool(); if (d${number}) ${get} ${accesses} if (d${number}) ${put}`],
      [1, `for (int i = 0; i < 2; i++) { ${get} ${accesses} ${put} }`],
      [1, `pthread_rwlock_rdlock(&rw); ${accesses} pthread_rwlock_unlock(&rw);`],
      [1, `pthread_rwlock_wrlock(&rw); ${accesses} pthread_rwlock_unlock(&rw);`],
      [1, `pthread_mutex_t *l${number} = ${random.pick(['one', 'other', '&ms[1]', '&c.m'])}; get(l${number}); ${accesses} put(l${number});`],
      [1, `${get} p = ${random.pick(['&h', '&a[2]', '&c.y', 'malloc(4)', 'mine'])}; ${put}`],
      [1, `pthread_mutex_t own${number} = PTHREAD_MUTEX_INITIALIZER; get(&own${number}); ${accesses} put(&own${number});`],
    ]); // prettier-ignore
  }

  /** Allocates a cell, and lets other threads know of it. */
  private allocation(): string {
    const { random } = this;
    const f = `f${this.locals++}`;
    const near = (chance: number): string =>
      random.chance(chance) ? random.pick([`${f}->x++;`, `r += kept(&${f}->x);`, `add(&${f}->y, 1);`]) : '';
    const publish = random.weighted([
      [4, `pthread_mutex_lock(&m); box = ${f}; pthread_mutex_unlock(&m);`],
      [2, `pthread_mutex_lock(&m); ${f}->next = box; box = ${f}; pthread_mutex_unlock(&m);`],
      [1, `pthread_mutex_lock(&m); if (box) box->next = ${f}; else box = ${f}; pthread_mutex_unlock(&m);`],
      [1, `${f}->next = ${f};`],
      [1, `struct cell *o = malloc(sizeof *o); *o = *${f}; o->next = ${f}; pthread_mutex_lock(&m); box = o; pthread_mutex_unlock(&m);`],
    ]); // prettier-ignore
    const own = `${near(0.8)} ${publish} ${near(0.06)}`;
    const text = random.chance(0.8) ? own : `for (int i = 0; i < 2; i++) { ${own} }`;
    const use = 'pthread_mutex_lock(&m); if (box) { box->x++; r += box->y; } pthread_mutex_unlock(&m);';
    return `{ struct cell *${f} = calloc(1, sizeof *${f}); ${text} ${random.chance(0.7) ? use : ''} }`;
  }

  /** Accesses to a cell that hold the lock of the same cell, or nearly so. */
  private ownLock(): string {
    const { random } = this;
    const cell = (): string =>
      random.pick(['&cells[0]', '&cells[1]', 'heap', 'any()', 'heap->next', 'cells + (b ? 1 : 0)', '(b ? &c : cells)']);
    const [number, field] = [this.locals++, random.pick(['x', 'y'])];
    const e = `e${number}`;
    const access = (): string =>
      random.weighted([
        [4, `${e}->${field}++;`],
        [1, `r += kept(&${e}->${field});`],
        [1, `add(&${e}->${field}, 1);`],
        [1, `struct cell *f = ${e}; f->${field} = 1;`],
      ]);
    const near = (): string =>
      random.weighted([
        [16, ''],
        [1, `${e} = ${cell()};`],
        [1, `if (b) ${e} = ${cell()};`],
        [1, `if (${e}->next) ${e} = ${e}->next;`],
        [1, `${e} = l;`],
      ]);
    const begin = `_Bool b = __VERIFIER_nondet_bool(); struct cell *${e} = ${cell()}, *l = ${e};`;
    const [get, put] = ['pthread_mutex_lock(&l->m);', 'pthread_mutex_unlock(&l->m);'];
    const text = random.weighted([
      [6, `${get} ${near()} ${access()} ${put}`],
      [2, `get(&${e}->m); ${near()} ${access()} put(&l->m);`],
      [1, `${near()} bump(${e});`],
      [1, `bump(any());`],
      [1, `if (!pthread_mutex_trylock(&l->m)) { ${near()} ${access()} ${put} }`],
      [1, `for (int i = 0; i < 2; i++) { ${e} = l = ${cell()}; ${get} ${near()} ${access()} ${put} }`],
      [1, `for (int i = 0; i < 2; i++) { ${near()} l = ${e}; ${get} ${access()} ${near()} ${put} }`],
      [1, `int i = b; pthread_mutex_lock(&cells[i].m); ${random.pick(['', '', 'i = 1;'])} cells[i].${field}++; pthread_mutex_unlock(&cells[b].m);`],
    ]); // prettier-ignore
    return `{ ${begin} ${text} }`;
  }

  private accesses(): string {
    return Array.from({ length: 1 + this.random.below(2) }, () => this.access()).join(' ');
  }

  private access(): string {
    const { random } = this;
    const place = random.pick([
      'g',
      'g',
      'h',
      'c.x',
      'c.y',
      'a[1]',
      'a[2]',
      'cells[1].x',
      'heap->x',
      'mine[0]',
      'v',
      '(**q)',
      '(*p)',
      '(*other_of(&c))',
    ]);
    return random.weighted([
      [4, `${place}++;`],
      [2, `${place} = 1;`],
      [2, `r += ${place};`],
      [1, `__atomic_fetch_add(&${place}, 1, __ATOMIC_SEQ_CST);`],
      [1, `add((int *)&${place}, 2);`],
      [1, `r += kept((int *)&${place});`],
    ]); // prettier-ignore
  }
}
