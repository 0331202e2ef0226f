import type { Random } from '../random.js';

const LINES = `#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
struct pair { int x, y; };
static int g, h = 1, a[2];
static unsigned char c;
static long w;
static volatile int v;
static _Bool b;
static struct pair s;
static int *p = &g, *heap;
static atomic_int i;
static int flag;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
extern _Bool __VERIFIER_nondet_bool(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int), __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
static int small(void) { int l = __VERIFIER_nondet_int(); __VERIFIER_assume(l >= 0 && l < 3); return l; }
static void add(int *to, int by) { *to += by; }
static int least(int one, int other) { return one < other ? one : other; }
static void take(void) { __VERIFIER_atomic_begin(); __VERIFIER_assume(flag == 0); flag = 1; __VERIFIER_atomic_end(); }
static void give(void) { __VERIFIER_atomic_begin(); flag = 0; __VERIFIER_atomic_end(); }`;

/** A random C program of a few threads with one assertion, which often holds. */
export class RandomProgram {
  private readonly random: Random;
  private readonly threads: number;
  /** The lock that most accesses hold, and the variables that most of them concern. */
  private readonly usual: string;
  private readonly places: readonly string[];
  private readonly asserts: number;
  /** Whether most changes go one way, such that later values can be compared to earlier ones. */
  private readonly grows: boolean;
  private locals = 0;

  constructor(random: Random) {
    this.random = random;
    this.threads = 1 + random.below(2);
    this.usual = random.weighted([
      [6, 'm'],
      [2, 'take'],
      [1, 'atomic'],
    ]);
    const all = ['g', 'g', 'h', 's.x', 's.y', 'a[1]', 'v', 'c', 'w', 'b', '*p', '*heap', 'i'];
    this.places = [random.pick(all), random.pick(all), random.pick(all)];
    this.asserts = random.below(this.threads + 1);
    this.grows = random.chance(0.4);
  }

  text(): string {
    const { random } = this;
    const threads = Array.from({ length: this.threads }, (_, number) => this.thread(number));
    const lines = ['pthread_t t[4]; int l = 0, r = 0;', 'heap = malloc(sizeof *heap); *heap = 0;'];
    if (random.chance(0.3)) lines.push(this.change());
    for (let number = 0; number < this.threads; number++) {
      const start = (handle: string): string => `pthread_create(&t[${handle}], 0, f${number}, 0);`;
      if (random.chance(0.2)) lines.push(`for (int j = 0; j < 2; j++) { ${start('2 + j')} }`);
      else lines.push(start(`${number}`), ...(random.chance(0.3) ? [`pthread_join(t[${number}], 0);`] : []));
      if (random.chance(0.2)) lines.push(this.change());
    }
    lines.push(this.section());
    if (random.chance(0.3)) lines.push('pthread_join(t[0], 0);');
    if (this.asserts === this.threads) lines.push(this.assertingSection());
    return [LINES, ...threads, 'int main(void) {', ...lines.map((line) => `  ${line}`), '  return r;', '}', ''].join(
      '\n',
    );
  }

  private thread(number: number): string {
    const { random } = this;
    const lines = ['int l = 0;', ...Array.from({ length: 1 + random.below(2) }, () => this.section())];
    if (this.asserts === number) lines.splice(1 + random.below(lines.length), 0, this.assertingSection());
    return `static void *f${number}(void *arg) {\n  ${lines.join('\n  ')}\n  return arg;\n}`;
  }

  /** A section with an assertion, or one after it that compares what others may have changed to what it was. */
  private assertingSection(): string {
    const { random } = this;
    if (random.chance(this.grows ? 0.3 : 0.7)) return this.section(this.assertion());
    const one = this.place();
    const [get, put] = this.lock(this.usual);
    const compare = random.pick(['>=', '>=', '>', '<=', '==', '!=']);
    const between = random.chance(0.3) ? this.section() : '';
    return random.weighted([
      [3, `${get} ${this.change()} l = ${one}; ${put} ${between} assert(${one} ${compare} l);`],
      [2, `${get} l = ${one}; ${this.change()} ${put} ${between} assert(${one} ${compare} l);`],
      [1, `l = ${one}; ${get} ${one}++; ${put} assert(${one} ${compare} l);`],
      [1, `${get} ${one} = ${1 + random.below(2)}; ${put} ${between} assert(${one} ${compare} ${random.below(2)});`],
      [1, `l = ${one}; assert(${one} ${compare} l);`],
    ]);
  }

  private lock(lock: string): readonly [get: string, put: string] {
    if (lock === 'none') return ['', ''];
    if (lock === 'take') return ['take();', 'give();'];
    if (lock === 'atomic') return ['__VERIFIER_atomic_begin();', '__VERIFIER_atomic_end();'];
    return [`pthread_mutex_lock(&${lock});`, `pthread_mutex_unlock(&${lock});`];
  }

  /** Statements between a lock and its release, or nearly so. */
  private section(extra = ''): string {
    const { random } = this;
    const lock = random.chance(0.92) ? this.usual : random.pick(['m', 'n', 'take', 'none', 'atomic']);
    const parts = [...Array.from({ length: 1 + random.below(3) }, () => this.statement()), extra];
    const inner = parts.join(' ');
    const [get, put] = this.lock(lock);
    return random.weighted([
      [10, `${get} ${inner} ${put}`],
      [2, `${get} ${parts[0]!} ${put} ${get} ${parts.slice(1).join(' ')} ${put}`],
      [1, `if (__VERIFIER_nondet_bool()) { ${get} ${inner} ${put} }`],
      [1, `pthread_mutex_lock(&n); ${get} ${inner} ${put} pthread_mutex_unlock(&n);`],
      [lock === 'm' ? 1 : 0, `if (pthread_mutex_trylock(&m) == 0) { ${inner} ${put} }`],
      [lock === 'm' ? 1 : 0, `${get} if (${this.condition()}) pthread_cond_wait(&cond, &m); ${inner} ${put}`],
      [1, `for (int k = 0; k < 2; k++) { ${get} ${inner} ${put} }`],
      [1, `${get} ${inner} ${random.chance(0.3) ? '' : put}`],
    ]); // prettier-ignore
  }

  private statement(): string {
    const { random } = this;
    return random.weighted([
      [10, this.change()],
      [4, `if (${this.condition()}) { ${this.change()} }`],
      [2, `if (${this.condition()} ${random.pick(['&&', '||'])} ${this.condition()}) { ${this.change()} } else { ${this.change()} }`],
      [1, `while (${this.condition()}) { ${this.change()} if (__VERIFIER_nondet_bool()) break; }`],
      [1, `for (int k = 0; k < ${1 + random.below(3)}; k++) { ${this.change()} }`],
      [1, `switch (${this.place()}) { case ${random.below(3)}: ${this.change()} break; default: ${this.change()} }`],
      [1, 'pthread_cond_signal(&cond);'],
    ]); // prettier-ignore
  }

  private change(): string {
    const { random } = this;
    const [one, other] = [this.place(), this.place()];
    const number = random.below(5) - 1;
    if (this.grows && random.chance(0.85)) {
      return random.weighted([
        [3, `if (${one} < ${number + 2}) ${one}++;`],
        [2, `if (${one} < ${number}) ${one} = ${number};`],
        [2, `if (${one} < l) ${one} = l;`],
        [1, `if (${one} > l) l = ${one};`],
        [1, `if (${one} == l) ${one} = l + ${random.below(3)};`],
        [1, `if (${one} < ${other}) ${one} = ${other};`],
        [1, `l = ${one};`],
        [1, `l++;`],
        [1, `${one} = ${1 + random.below(3)};`],
      ]);
    }
    return random.weighted([
      [5, `${one} = ${number};`],
      [2, `if (${one} < ${number + 2}) ${one}++;`],
      [2, `if (${one} > ${number}) ${one}--;`],
      [2, `${one} = ${other};`],
      [1, `${one} = ${other} + ${number};`],
      [2, `l = ${one}; ${one} = ${number}; ${one} = l;`],
      [1, `l = ${one};`],
      [1, `${one} = small();`],
      [1, `${one}++; ${other}++;`],
      [1, `${one}++; ${one}--;`],
      [1, `${one} = ${other} ${random.pick(['*', '%', '/', '&', '|', '^', '>>'])} ${1 + random.below(3)};`],
      [1, `${one} = least(${other}, ${number});`],
      [1, `${one} = ${this.condition()};`],
      [1, `${one} = l;`],
      [1, `add(&g, ${number});`],
      [1, `p = ${random.pick(['&g', '&h', '&s.x', '&a[0]'])};`],
      [1, `a[${random.pick(['0', '1', '__VERIFIER_nondet_bool()'])}] = ${number};`],
      [2, `a[l & 1] = ${number};${random.chance(0.4) ? ' assert(a[l & 1] == ' + `${number}` + ');' : ''}`],
      [1, `s = (struct pair){${number}, 1};`],
      [1, `i += ${number};`],
    ]); // prettier-ignore
  }

  private condition(): string {
    const { random } = this;
    const compare = random.pick(['==', '!=', '<', '>=', '>']);
    return random.weighted([
      [5, `${this.place()} ${compare} ${random.below(4) - 1}`],
      [1, `${this.place()} ${compare} ${this.place()}`],
      [1, `(unsigned)${this.place()} ${compare} ${random.below(4)}u`],
      [1, '__VERIFIER_nondet_bool()'],
      [1, `!(${this.place()} ${compare} l)`],
    ]);
  }

  private assertion(): string {
    const { random } = this;
    const [one, other] = [this.place(), this.place()];
    return random.weighted([
      [3, `assert(${one} <= ${random.below(4) - 1});`],
      [3, `assert(${one} >= ${1 - random.below(3)});`],
      [2, `assert(${one} != ${random.below(6) - 2});`],
      [2, `assert(${one} == ${random.below(3)});`],
      [1, `assert(${one} == ${other});`],
      [1, `l = ${one}; assert(${one} == l);`],
      [1, `assert(${one} - ${other} < ${1 + random.below(3)});`],
      [1, `if (${this.condition()}) assert(${one} >= ${random.below(2)} && ${other} < 4);`],
      [1, `${this.change()} assert(${one} > ${-1 - random.below(3)});`],
    ]);
  }

  private place(): string {
    const { random } = this;
    const place = random.chance(0.85) ? random.pick(this.places) : random.pick(['g', 'h', 'l', 's.y', 'a[0]', 'w']);
    return place;
  }
}
