import type { Random } from '../random.js';

const LINES = `#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
static int x, y, z, a[2], *heap;
static unsigned char c;
static _Bool b;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
extern _Bool __VERIFIER_nondet_bool(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int), __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
static int any(int least, int most) { int l = __VERIFIER_nondet_int(); __VERIFIER_assume(l >= least && l <= most); return l; }
static int sign(int l) { return l < 0 ? -1 : l > 0; }
static int minus(int one, int other) { return one - other; }`;

const SECTIONS = [
  ['', ''],
  ['__VERIFIER_atomic_begin();', '__VERIFIER_atomic_end();'],
  ['pthread_mutex_lock(&m);', 'pthread_mutex_unlock(&m);'],
  ['pthread_mutex_lock(&n);', 'pthread_mutex_unlock(&n);'],
] as const;

/** A random C program without long loops: a few threads, open values, and assertions that relate variables. */
export class SymbolProgram {
  private readonly random: Random;
  private readonly threads: number;
  /** The variables that each thread concerns most often: its own, or those of others. */
  private readonly places: readonly (readonly string[])[];
  private readonly usual: number;

  constructor(random: Random) {
    this.random = random;
    this.threads = 2 + random.below(2);
    const all = ['x', 'y', 'z', 'a[1]', '*heap', 'c', 'b'];
    const isApart = random.chance(0.4);
    this.places = Array.from({ length: this.threads }, (_, i) =>
      isApart ? [all[i]!, all[i + 3]!] : [random.pick(all), random.pick(all), random.pick(all)],
    );
    this.usual = random.below(SECTIONS.length);
  }

  text(): string {
    const { random, threads } = this;
    const functions = Array.from({ length: threads }, (_, i) => this.thread(i));
    const lines = ['pthread_t t[3]; int o = any(-1, 1), p = any(0, 1);', 'heap = malloc(sizeof *heap); *heap = p;'];
    lines.push(random.pick(['x = o;', 'x = y = o;', 'a[1] = p;', 'z = o - p;', 'b = p;', '']));
    const joined = new Set<number>();
    for (let i = 0; i < threads; i++) {
      lines.push(`pthread_create(&t[${i}], 0, f${i}, 0);`);
      if (random.chance(0.2)) lines.push(this.statement(random.pick(this.places)));
      if (random.chance(0.25)) {
        joined.add(i);
        lines.push(`pthread_join(t[${i}], 0);`);
      }
    }
    for (let i = 0; i < threads; i++) {
      if (!joined.has(i) && random.chance(0.85)) lines.push(`pthread_join(t[${i}], 0);`);
    }
    if (random.chance(0.2)) lines.push(`__VERIFIER_assume(${this.condition(this.places.flat())});`);
    lines.push(this.assertion(this.places.flat()));
    return `${[LINES, ...functions].join('\n')}\nint main(void) {\n  ${lines.join('\n  ')}\n  return 0;\n}\n`;
  }

  private thread(i: number): string {
    const { random } = this;
    const parts = Array.from({ length: 1 + random.below(2) }, () => {
      const [begin, end] = SECTIONS[random.chance(0.8) ? this.usual : random.below(SECTIONS.length)]!;
      const inner = Array.from({ length: 1 + random.below(2) }, () => this.statement(this.places[i]!));
      return `${begin} ${inner.join(' ')} ${end}`;
    });
    if (random.chance(0.15)) parts.push(this.assertion(this.places[i]!));
    return `static void *f${i}(void *arg) { int l = 0; ${parts.join(' ')} return arg; }`;
  }

  private statement(places: readonly string[]): string {
    const { random } = this;
    const [one, other] = [random.pick(places), random.pick(places)];
    const number = random.below(4) - 1;
    return random.weighted([
      [4, `${one} = ${number};`],
      [3, `${one} = ${other} + ${number};`],
      [3, `${one}++;`],
      [2, `${one} = any(0, 1);`],
      [2, `${one} = minus(${other}, ${random.pick(places)});`],
      [2, `${one} = sign(${other});`],
      [2, `if (${this.condition(places)}) ${one} = ${number}; else ${other} = ${one};`],
      [2, `__VERIFIER_assume(${this.condition(places)});`],
      [1, `for (int k = 0; k < 2; k++) ${one} += k;`],
      [1, `while (!(${this.condition(places)})) if (__VERIFIER_nondet_bool()) break;`],
      [1, `${one} = ${other} * ${1 + random.below(3)};`],
      [1, `if ((unsigned)${one} < ${1 + random.below(3)}u) ${other} = ${one} ${random.pick(['&', '|', '/', '%', '^'])} 3;`],
      [1, `a[${random.pick(['0', '1', 'b'])}] = ${number};`],
    ]); // prettier-ignore
  }

  private condition(places: readonly string[]): string {
    const { random } = this;
    const compare = random.pick(['==', '!=', '<', '<=', '>']);
    return random.weighted([
      [4, `${random.pick(places)} ${compare} ${random.below(4) - 1}`],
      [3, `${random.pick(places)} ${compare} ${random.pick(places)}`],
      [1, `${random.pick(places)} + ${random.pick(places)} ${compare} ${random.below(3)}`],
      [1, `${random.pick(places)} && !${random.pick(places)}`],
    ]);
  }

  private assertion(places: readonly string[]): string {
    const { random } = this;
    const [one, other] = [random.pick(places), random.pick(places)];
    return random.weighted([
      [2, `assert(${one} <= ${1 + random.below(4)});`],
      [2, `assert(${one} >= ${-random.below(4)});`],
      [2, `assert(${one} - ${other} <= ${1 + random.below(3)});`],
      [2, `assert(sign(minus(${one}, ${other})) == -sign(minus(${other}, ${one})));`],
      [1, `assert(${one} != ${random.below(7) - 3});`],
      [1, `if (${this.condition(places)}) assert(${one} < ${other} + 3);`],
    ]);
  }
}
