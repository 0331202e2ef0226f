import type { Random } from '../random.js';

/** Integer types of C, with what `printf` needs. */
export const INTEGERS = [
  'uint8_t',
  'int8_t',
  'uint16_t',
  'int16_t',
  'uint32_t',
  'int32_t',
  'uint64_t',
  'int64_t',
  '_Bool',
  'char',
  'unsigned long',
] as const;

const CONSTANTS = [
  ...['0', '1', '2', '3', '-1', '-5', '7', '127', '128', '255', '256', '-129', '65535', '65536'],
  ...['0x7fffffff', '0x80000000u', '0xffffffffu', '0x100000000ll', '0x5a179d3f63e148b4ull', '0xdeadbeefcafef00dull'],
  ...['INT64_MIN', 'INT64_MAX', 'UINT64_MAX', '(1ll << 53)', '((1ll << 53) + 1)', '-(1ll << 53) - 1'],
];

type Shape = (a: string, b: string, c: string) => string;

/**
 * Integer expressions over the given variables. All have defined behaviour: signed overflow wraps around (-fwrapv), and
 * shift distances and divisors are kept in range.
 */
const SHAPES: readonly Shape[] = [
  (a, b) => `(${a} + ${b})`,
  (a, b) => `(${a} - ${b})`,
  (a, b) => `(${a} * ${b})`,
  (a, b) => `(${a} ^ ${b})`,
  (a, b) => `(${a} & ${b})`,
  (a, b) => `(${a} | ${b})`,
  (a, b) => `((int64_t)(${a}) >> (${b} & 63))`,
  (a, b) => `((uint64_t)(${a}) << (${b} & 63))`,
  (a, b) => `((int32_t)(${a}) >> (${b} & 31))`,
  (a, b) => `((int64_t)(${a}) / (int64_t)((${b} & 15) + 1))`,
  (a, b) => `((uint32_t)(${a}) % (uint32_t)((${b} & 7) + 1))`,
  (a, b) => `((uint64_t)(${a}) / (uint64_t)((${b} & 255) + 1))`,
  (a, b) => `((int16_t)(${a}) % (int16_t)((${b} & 31) + 1))`,
  (a, b) => `(${a} < ${b})`,
  (a, b) => `((uint64_t)(${a}) >= (uint64_t)(${b}))`,
  (a, b) => `(${a} == ${b})`,
  (a, b) => `(${a} && ${b})`,
  (a, b) => `(${a} || ${b})`,
  (a, b, c) => `(${a} ? ${b} : ${c})`,
  (a, b) => `(${a}, ${b})`,
  (a) => `(uint8_t)(${a})`,
  (a) => `(int8_t)(${a})`,
  (a) => `(int16_t)(${a})`,
  (a) => `(uint32_t)(${a})`,
  (a) => `!(${a})`,
  (a) => `~(${a})`,
  (a) => `-(${a})`,
  (a, b) => `(int64_t)((unsigned __int128)(uint64_t)(${a}) * (uint64_t)(${b}) >> 64)`,
  (a, b) => `(int64_t)(((__int128)(int64_t)(${a}) << 20) / (int64_t)((${b} & 1023) + 1))`,
  (a) => `__builtin_popcountll((uint64_t)(${a}))`,
  (a) => `__builtin_clzll((uint64_t)(${a}) | 1)`,
  (a) => `__builtin_ctz((uint32_t)(${a}) | 0x40)`,
  (a) => `__builtin_bswap64((uint64_t)(${a}))`,
  (a) => `__builtin_bswap16((uint16_t)(${a}))`,
  (a) => `(int64_t)(double)(int32_t)(${a})`,
  (a, b) => `(int64_t)((double)(int32_t)(${a}) / ((int32_t)(${b} & 63) + 1.5))`,
  (a) => `(int32_t)((float)(int16_t)(${a}) * 0.25f)`,
  (a) => `(uint64_t)__builtin_sqrt((double)(uint16_t)(${a}))`,
  (a, b) => `({ int64_t r_; (int64_t)__builtin_add_overflow((int64_t)(${a}), (int32_t)(${b}), &r_) + r_; })`,
  (a, b) => `({ int16_t r_; (int)__builtin_mul_overflow((int16_t)(${a}), (int16_t)(${b}), &r_) * 3 + r_; })`,
];

export function expression(random: Random, variables: readonly string[], depth = 0): string {
  const what = random.below(100);
  if (depth > 2 || what < 25) return random.pick(CONSTANTS);
  if (what < 55 && variables.length > 0) return random.pick(variables);
  const part = (): string => expression(random, variables, depth + 1);
  return random.pick(SHAPES)(part(), part(), part());
}
