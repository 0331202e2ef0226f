import type { Random } from '../random.js';
import { expression } from './expressions.js';

/** Names of variables that a statement may use, by how they may be used. */
export interface Scope {
  readonly random: Random;
  /** A prefix that is unique in the batch. */
  readonly prefix: string;
  /** Integers that can be read and assigned. */
  readonly variables: readonly string[];
  /** Atomic integers, with their types. */
  readonly atomics: readonly { readonly name: string; readonly type: string }[];
  /** Returns a number that no other label of the program has. */
  readonly label: () => number;
}

type Statement = (scope: Scope) => string;

const value = ({ random, variables }: Scope, depth = 1): string => expression(random, variables, depth);
const variable = ({ random, variables }: Scope): string => random.pick(variables);

const assigns: Statement = (s) => `${variable(s)} = ${value(s, 0)};`;
const changes: Statement = (s) =>
  `${variable(s)} ${s.random.pick(['+=', '-=', '^=', '|=', '&=', '*='])} ${value(s, 1)};`;
const counts: Statement = (s) => {
  const name = variable(s);
  return s.random.pick([`${name}++;`, `++${name};`, `${name} = ${name} - 1;`]);
};

const modifiesAtomically: Statement = (s) => {
  if (s.atomics.length === 0) return assigns(s);
  const { name, type } = s.random.pick(s.atomics);
  const operand = value(s);
  const plain = `(${type} *)&${name}`;
  const operation = s.random.pick([
    `atomic_fetch_add(&${name}, ${operand})`,
    `atomic_fetch_sub_explicit(&${name}, ${operand}, memory_order_relaxed)`,
    `atomic_fetch_xor(&${name}, ${operand})`,
    `atomic_fetch_and_explicit(&${name}, ${operand}, memory_order_release)`,
    `atomic_fetch_or(&${name}, ${operand})`,
    `atomic_exchange(&${name}, ${operand})`,
    `(${name} += ${operand})`,
    `(${name} *= ${operand})`,
    `(${name} <<= ((${operand}) & 3))`,
    `(${name} /= ((${operand}) & 3) + 1)`,
    `++${name}`,
    `${name}--`,
    `__atomic_fetch_nand(${plain}, ${operand}, __ATOMIC_SEQ_CST)`,
    `__atomic_add_fetch(${plain}, ${operand}, __ATOMIC_ACQ_REL)`,
    `__sync_fetch_and_add(${plain}, ${operand})`,
    `__sync_lock_test_and_set(${plain}, ${operand})`,
    `__atomic_fetch_max(${plain}, (${type})(${operand}), __ATOMIC_SEQ_CST)`,
    `__atomic_fetch_min(${plain}, (${type})(${operand}), __ATOMIC_RELAXED)`,
  ]);
  return `tell((uint64_t)${operation});`;
};

const comparesAndSwaps: Statement = (s) => {
  if (s.atomics.length === 0) return assigns(s);
  const { name, type } = s.random.pick(s.atomics);
  const expected = s.random.chance(0.5) ? name : value(s);
  return `{ ${type} e = ${expected}; tell(atomic_compare_exchange_strong(&${name}, &e, (${type})(${value(s)}))); tell((uint64_t)e); }`;
};

const copiesBytes: Statement = ({ random, prefix: p }) => {
  const at = (): string => `${p}bytes + ${random.below(12)}`;
  const count = 1 + random.below(12);
  return random.pick([
    `memmove(${at()}, ${at()}, ${count});`,
    `memcpy(${p}bytes + ${random.below(8)}, &${p}pun, ${1 + random.below(8)});`,
    `memcpy(&${p}pun.b[${random.below(4)}], ${p}bytes + ${random.below(5)}, ${1 + random.below(4)});`,
    `memset(${at()}, ${random.below(256)}, ${count});`,
    `memset(&${p}pun.b[${random.below(3)}], ${random.below(256)}, ${1 + random.below(5)});`,
    `tell(memcmp(${at()}, ${at()}, ${count}) > 0);`,
    `{ uint8_t *f = memchr(${p}bytes, ${random.below(4)}, 24); tell(f ? f - ${p}bytes : -1); }`,
  ]);
};

const handlesText: Statement = (s) => {
  const { random, prefix: p } = s;
  const text = random.pick(['"abcdef"', '""', '"a,b;c"', '"same"', '"same same"']);
  return random.pick([
    `{ char t[24]; strcpy(t, ${text}); strcat(t, "xy" + ${random.below(3)}); tell(strlen(t)); tells(t); }`,
    `{ char t[24]; strncpy(t, ${text}, 12); t[12] = 0; tells(t); tell(strcmp(t, "b") > 0); }`,
    `{ char *d = strdup(${text}); tell(strspn(d, "abc")); tell(strcspn(d, ";,")); free(d); }`,
    `tell(strtoll("${random.below(100000)}", 0, ${random.pick([10, 16, 8, 0])}));`,
    `tell((uint64_t)strtoull("-${random.below(1000)}", 0, 10));`,
    `{ const char *c = strchr(${text}, 's'); tells(c ? c : "none"); }`,
    `{ char t[64]; tell(snprintf(t, sizeof t, "%d %u %x %lld|%5d|%-4d|%04x|%c%s%%|%hhd|%zu|%+d", (int)(${value(s)}), (unsigned)(${value(s)}), (unsigned)(${value(s)}), (long long)(${value(s)}), ${random.below(999)}, ${random.below(99)}, ${random.below(999)}, 'a' + ${random.below(20)}, "xy", (int)(${value(s, 2)}), (size_t)(${value(s, 2)}), ${random.below(9)})); tells(t); }`,
    `{ char t[16]; tell(snprintf(t, ${1 + random.below(15)}, "%lld", (long long)(${value(s)}))); tells(t); }`,
    `{ char t[40]; snprintf(t, sizeof t, "%.3f %g %e", ${p}real / 8, ${p}real, ${p}real * 3); tells(t); }`,
  ]);
};

const usesStructures: Statement = ({ random, prefix: p }) =>
  random.pick([
    `${p}two = ${p}one; ${p}one.f += ${random.below(9)};`,
    `{ struct ${p}S s = ${p}one; s.d ^= ${random.below(2000)}; s.g[${random.below(5)}]++; ${p}two = s; }`,
    `{ struct ${p}T t = ${p}made(${random.below(50)}); t.x[${random.below(3)}] += 5; tell(${p}taken(t)); ${p}three = t; }`,
    `{ struct ${p}T *t = &(struct ${p}T){.x = {1, ${random.below(9)}}, .c = 4}; tell(${p}taken(*t)); }`,
    `{ __typeof__(${p}pair) old = ${p}pair; __auto_type q = old; q.x += ${random.below(9)}; q.y ^= 5; ${p}pair = q; tell(q.x * 3 + q.y); }`,
    `{ struct ${p}F *f = malloc(sizeof *f + ${4 + random.below(4)} * sizeof f->tail[0]); f->n = ${random.below(4)}; f->tail[f->n] = ${random.below(99)}; tell(f->n * 100 + f->tail[f->n]); free(f); }`,
  ]);

const usesPointers: Statement = (s) => {
  const { random, prefix: p } = s;
  return random.pick([
    `${p}cursor = ${p}halves + ${random.below(3)}; ${p}cursor++; tell(*${p}cursor); *atomic_fetch_add(&${p}cursor, 1) = ${value(s)};`,
    `{ uint16_t *e = ${p}halves + 6, *b = ${p}halves; while (b < e) { tell(*b); b += 1 + (*b & 1); } tell(e - ${p}halves); }`,
    `${p}heap = realloc(${p}heap, ${16 + 4 * random.below(12)}); tell(${p}heap[${random.below(4)}]);`,
    `{ int64_t (*f)(int64_t, int64_t) = ${p}functions[${random.below(3)}]; tell(f(${value(s)}, ${random.below(9)})); }`,
    `tell(${p}sum(${random.below(4)}, (int64_t)${value(s)}, (int64_t)${value(s)}, (int64_t)${value(s)}));`,
    `{ int n = ${1 + random.below(5)}; int64_t v[n]; for (int i = 0; i < n; i++) v[i] = i * (int64_t)(${value(s, 2)}); tell(v[n - 1] + v[0]); }`,
    `{ uintptr_t a = (uintptr_t)&${p}one; tell(((struct ${p}S *)(a + 0))->f); tell(a % _Alignof(struct ${p}S)); }`,
    `{ int64_t grid[3][2] = {{1}, {2, 3}}; grid[${random.below(3)}][${random.below(2)}] += ${value(s)}; tell(grid[2][1] + grid[1][1] * 7 + grid[0][0]); }`,
    `tell(${p}recurse(${random.below(7)}, ${random.below(50)}));`,
    `{ void *a = aligned_alloc(${random.pick([16, 32, 64, 128])}, 128); tell((uintptr_t)a % 16); free(a); }`,
  ]);
};

const branches: Statement = (s) => {
  const { random } = s;
  const k = s.label();
  return random.pick([
    `switch (${value(s)} & 3) { case 0: tell(${k}); case 1: ${assigns(s)} break; case 2: tell(77); break; default: ${changes(s)} }`,
    `for (int i = 0; i < ${1 + random.below(5)}; i++) { if ((${value(s)}) & 1) continue; ${changes(s)} tell(i); }`,
    `{ int i = 0; again${k}: ${counts(s)} if (++i < ${1 + random.below(4)}) goto again${k}; tell(i); }`,
    `{ int i = ${random.below(9)}; do { ${changes(s)} if (i == 3) break; } while (--i > 0); tell(i); }`,
    `if (${value(s)}) { ${assigns(s)} } else { ${changes(s)} tell(${k}); }`,
    `{ static void *const to[] = {&&l${k}a, &&l${k}b, &&l${k}c}; volatile uint64_t w = ${value(s)}; goto *to[w % 3]; l${k}a: tell(1); l${k}b: tell(2); l${k}c: tell(3); }`,
    `{ int n = ${random.below(9)}; switch (n & 3) { do { case 0: tell(n); case 3: n--; case 2: ${counts(s)} case 1: n--; } while (n > 0); } tell(n); }`,
  ]);
};

const usesReals: Statement = (s) => {
  const { random, prefix: p } = s;
  return random.pick([
    `${p}single = ${p}single * 1.25f + (float)(int8_t)(${value(s)}); ${p}real += ${p}single;`,
    `${p}areal += 1.5; ${p}asingle *= 0.5f; tell((int64_t)(${p}areal * 8) + (${p}asingle > 0.2f));`,
    `{ double d = floor(${p}real / ${1 + random.below(7)}) + fmod(${p}real, ${1 + random.below(7)}.5); tellr(d); tellr(fabs(-d)); }`,
    `{ uint64_t b; memcpy(&b, &${p}real, 8); tell(b); }`,
    `tellr((float)(${p}real / 3) * 2.0); tell(${p}real < ${p}single);`,
    `tellr(trunc((double)(int32_t)(${value(s)}) / 7) + ceil(${random.below(50)} / 8.0) + round(${random.below(50)} / 4.0));`,
  ]);
};

const ALL: readonly (readonly [weight: number, statement: Statement])[] = [
  [20, assigns],
  [10, changes],
  [5, counts],
  [14, modifiesAtomically],
  [6, comparesAndSwaps],
  [10, copiesBytes],
  [8, handlesText],
  [8, usesStructures],
  [10, usesPointers],
  [10, branches],
  [6, usesReals],
];
const WEIGHT = ALL.reduce((sum, [weight]) => sum + weight, 0);

export function statement(scope: Scope): string {
  let which = scope.random.below(WEIGHT);
  for (const [weight, make] of ALL) {
    if (which < weight) return `  ${make(scope)}\n`;
    which -= weight;
  }
  return '';
}
