import { Random } from '../random.js';
import { some } from './some.js';
import type { Scope } from './c-statements.js';
import { statement } from './c-statements.js';
import { INTEGERS } from './expressions.js';

/** Common header of all programs of a file: how they print what they computed. */
export const C_HEADER = `#define _GNU_SOURCE
#include <math.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static void tell(uint64_t v) { printf("%llx\\n", (unsigned long long)v); }
static void tells(const char *s) { printf("'%s'\\n", s); }
static void tellr(double d) { uint64_t b; memcpy(&b, &d, 8); if (d != d) printf("nan\\n"); else tell(b); }
`;

/**
 * Generates a program whose output does not depend on the schedule, because its threads run one after the other. The
 * actions of `main` before it starts a thread are private, later ones are visible; both must compute what the machine
 * computes.
 */
export function cProgram(seed: number, prefix: string): string {
  const random = new Random(seed);
  const p = prefix;
  const globals = some(3 + random.below(5), (i) => {
    const type = random.pick(INTEGERS);
    // The code that clang 22 generates for `*=` on an atomic _Bool may loop forever.
    return { name: `${p}v${i}`, type, atomic: random.chance(0.4) && type !== '_Bool' };
  });
  const atomics = globals.filter(({ atomic, type }) => atomic && type !== 'char');
  const variables = [
    ...globals.map(({ name }) => name),
    ...['one.a', 'one.b', 'two.b', 'one.c', 'one.d', 'one.e', 'two.e', 'one.f'].map((field) => p + field),
    ...[`two.g[${random.below(5)}]`, `pun.w[${random.below(2)}]`, `pun.b[${random.below(8)}]`, 'pun.q'].map(
      (x) => p + x,
    ),
    ...[`bytes[${random.below(24)}]`, `heap[${random.below(4)}]`, `three.x[${random.below(3)}]`, 'own'].map(
      (x) => p + x,
    ),
  ];
  let labels = 0;
  const scope: Scope = { random, prefix, variables, atomics, label: () => labels++ };
  const statements = (): string => some(3 + random.below(8), () => statement(scope)).join('');
  const threads = random.below(3);
  const inMain = statements();
  const bodies = some(threads, (i) => thread(`${p}t${i}`, statements()));
  const runs = some(threads, (i) => runThread(`${p}t${i}`, random, i) + statements());
  return (
    globals.map((each) => global(random, each)).join('') +
    fixed(p) +
    bodies.join('') +
    `static void ${p}main(void) {\n  ${p}heap = calloc(4, 4);\n${inMain}${runs.join('')}` +
    variables.map((name) => `  tell((uint64_t)${name});\n`).join('') +
    `  for (int i = 0; i < 24; i++) tell(${p}bytes[i]);\n  for (int i = 0; i < 6; i++) tell(${p}halves[i]);\n` +
    `  tellr(${p}single); tellr(${p}real);\n}\n`
  );
}

function global(
  random: Random,
  { name, type, atomic }: { readonly name: string; readonly type: string; readonly atomic: boolean },
): string {
  const qualifier = atomic ? '_Atomic ' : random.pick(['', 'volatile ', 'static ']);
  return `${qualifier}${type} ${name} = ${random.below(3)};\n`;
}

/** Returns variables of all kinds that every program has. */
function fixed(p: string): string {
  return `struct ${p}S { uint8_t a; uint16_t b; unsigned c : 5, d : 11; int32_t e : 7; int64_t f; uint8_t g[5]; };
struct ${p}S ${p}one, ${p}two;
union { uint64_t q; uint32_t w[2]; uint16_t h[4]; uint8_t b[8]; } ${p}pun;
uint8_t ${p}bytes[24];
float ${p}single = 1.5f;
double ${p}real = 2.25;
_Atomic double ${p}areal = 0.5;
_Atomic float ${p}asingle = 1;
uint32_t *${p}heap;
uint16_t ${p}halves[8] = {1, 2, 3, 4, 5, 6};
_Atomic(uint16_t *) ${p}cursor;
_Atomic struct { uint32_t x, y; } ${p}pair;
struct ${p}T { int x[3]; char c; } ${p}three;
struct ${p}F { int n; int64_t tail[]; };
static _Thread_local int64_t ${p}own = 3;
static int ${p}taken(struct ${p}T q) { q.x[0] ^= 9; return q.x[0] + q.x[1] * 3 + q.c; }
static struct ${p}T ${p}made(int n) { return (struct ${p}T){{n, n + 1, n * n}, (char)n}; }
static int64_t ${p}plus(int64_t a, int64_t b) { return a + b; }
static int64_t ${p}minus(int64_t a, int64_t b) { static int calls; return a - b + ++calls; }
static int64_t ${p}times(int64_t a, int64_t b) { return ${p}own++ + a * b; }
static int64_t (*const ${p}functions[])(int64_t, int64_t) = {${p}plus, ${p}minus, ${p}times};
static int64_t ${p}sum(int n, ...) {
  va_list list, again;
  va_start(list, n);
  va_copy(again, list);
  int64_t sum = n > 0 ? va_arg(again, int64_t) : 0;
  for (int i = 0; i < n && i < 3; i++) sum = sum * 3 + va_arg(list, int64_t);
  va_end(again);
  va_end(list);
  return sum;
}
static int64_t ${p}recurse(int depth, int64_t seed) {
  int64_t here[2] = {seed, depth};
  for (int i = 0; i < 2 && depth > 0; i++) here[i] += ${p}recurse(depth - 1 - i, here[1 - i]);
  return here[0] * 3 + here[1];
}
`;
}

function thread(name: string, statements: string): string {
  return `static void *${name}(void *argument) {\n  tell((uint64_t)argument);\n${statements}  return (void *)((uintptr_t)argument * 0x10001);\n}\n`;
}

function runThread(name: string, random: Random, index: number): string {
  const argument = random.pick(['0', '7', '0x7fffffffff', '-1ll', '0xdeadbeefcafef00dull', '(1ull << 53) + 1']);
  return `  pthread_t h${index}; void *r${index};\n  pthread_create(&h${index}, 0, ${name}, (void *)(${argument}));\n  pthread_join(h${index}, &r${index}); tell((uint64_t)r${index});\n`;
}
