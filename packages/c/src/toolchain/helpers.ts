/**
 * Functions that compiled code may call although the source does not. They are weak: a program's own versions take
 * precedence. They access only a thread's private memory and perform no visible operation.
 */
export const MEMORY_HELPERS = String.raw`
typedef __SIZE_TYPE__ size_t;
typedef unsigned long long __attribute__((aligned(1), may_alias)) any64;
#define HELPER __attribute__((weak))

HELPER void *memcpy(void *restrict to, const void *restrict from, size_t n) {
  unsigned char *t = to;
  const unsigned char *f = from;
  for (; n >= 8; n -= 8, t += 8, f += 8) *(any64 *)t = *(const any64 *)f;
  while (n--) *t++ = *f++;
  return to;
}

HELPER void *memmove(void *to, const void *from, size_t n) {
  unsigned char *t = to;
  const unsigned char *f = from;
  if (t <= f) while (n--) *t++ = *f++;
  else while (n--) t[n] = f[n];
  return to;
}

HELPER void *memset(void *to, int byte, size_t n) {
  unsigned char *t = to;
  while (n--) *t++ = (unsigned char)byte;
  return to;
}

HELPER int memcmp(const void *a, const void *b, size_t n) {
  const unsigned char *x = a, *y = b;
  for (; n--; x++, y++) if (*x != *y) return *x - *y;
  return 0;
}

HELPER int bcmp(const void *a, const void *b, size_t n) {
  const unsigned char *x = a, *y = b;
  while (n--) if (*x++ != *y++) return 1;
  return 0;
}

HELPER size_t strlen(const char *s) {
  const char *end = s;
  while (*end) end++;
  return end - s;
}

`;

/** Helpers that few programs need and that take as long to compile as a program. */
export const ARITHMETIC_HELPERS = String.raw`
typedef unsigned long long u64;
typedef long long i64;
typedef unsigned __int128 u128;
typedef __int128 i128;
#define HELPER __attribute__((weak))

/* 128-bit integers, from their halves: operations on the whole would call these very functions. */
typedef union { u128 whole; struct { u64 low, high; } half; } wide;
static inline u64 low(u128 a) { return ((wide){ .whole = a }).half.low; }
static inline u64 high(u128 a) { return ((wide){ .whole = a }).half.high; }
static inline u128 make(u64 h, u64 l) { return ((wide){ .half = { l, h } }).whole; }

HELPER i128 __multi3(i128 a, i128 b) {
  u64 al = low(a), bl = low(b), m = 0xffffffffu;
  u64 ll = (al & m) * (bl & m), lh = (al & m) * (bl >> 32), hl = (al >> 32) * (bl & m), hh = (al >> 32) * (bl >> 32);
  u64 middle = (ll >> 32) + (lh & m) + (hl & m);
  u64 carry = hh + (lh >> 32) + (hl >> 32) + (middle >> 32);
  return make(carry + high(a) * bl + al * high(b), (middle << 32) | (ll & m));
}

HELPER i128 __ashlti3(i128 a, int n) {
  if (n & 64) return make(low(a) << (n & 63), 0);
  if (n == 0) return a;
  return make((high(a) << n) | (low(a) >> (64 - n)), low(a) << n);
}

HELPER i128 __lshrti3(i128 a, int n) {
  if (n & 64) return make(0, high(a) >> (n & 63));
  if (n == 0) return a;
  return make(high(a) >> n, (low(a) >> n) | (high(a) << (64 - n)));
}

HELPER i128 __ashrti3(i128 a, int n) {
  i64 top = (i64)high(a);
  if (n & 64) return make((u64)(top >> 63), (u64)(top >> (n & 63)));
  if (n == 0) return a;
  return make((u64)(top >> n), (low(a) >> n) | ((u64)top << (64 - n)));
}

/* Long division, bit by bit. */
static u128 divide(u128 a, u128 b, u128 *remainder) {
  u64 rh = 0, rl = 0, qh = 0, ql = 0, ah = high(a), al = low(a), bh = high(b), bl = low(b);
  for (int i = 0; i < 128; i++) {
    u64 out = rh >> 63;
    rh = (rh << 1) | (rl >> 63);
    rl = (rl << 1) | (ah >> 63);
    ah = (ah << 1) | (al >> 63);
    al <<= 1;
    qh = (qh << 1) | (ql >> 63);
    ql <<= 1;
    if (out || rh > bh || (rh == bh && rl >= bl)) {
      rh -= bh + (rl < bl);
      rl -= bl;
      ql |= 1;
    }
  }
  *remainder = make(rh, rl);
  return make(qh, ql);
}

static u128 negateIf(int negative, u128 a) {
  if (!negative) return a;
  u64 l = ~low(a) + 1;
  return make(~high(a) + (l == 0), l);
}

HELPER u128 __udivti3(u128 a, u128 b) { u128 r; return divide(a, b, &r); }
HELPER u128 __umodti3(u128 a, u128 b) { u128 r; divide(a, b, &r); return r; }
HELPER i128 __divti3(i128 a, i128 b) {
  int na = (i64)high(a) < 0, nb = (i64)high(b) < 0;
  u128 r;
  return negateIf(na != nb, divide(negateIf(na, a), negateIf(nb, b), &r));
}
HELPER i128 __modti3(i128 a, i128 b) {
  int na = (i64)high(a) < 0, nb = (i64)high(b) < 0;
  u128 r;
  divide(negateIf(na, a), negateIf(nb, b), &r);
  return negateIf(na, r);
}

/* The remainder of floats is exact: long division again, one bit of the quotient at a time. */
#define FMOD(name, type, bits, mantissa, exponents)                                                    \
  HELPER type name(type x, type y) {                                                                   \
    union { type f; bits i; } a = { x }, b = { y };                                                    \
    int ea = (int)(a.i >> mantissa) & exponents, eb = (int)(b.i >> mantissa) & exponents;               \
    bits sign = a.i & ((bits)1 << (sizeof(bits) * 8 - 1)), one = (bits)1 << mantissa;                  \
    if (b.f == 0 || b.f != b.f || ea == exponents) return (x * y) / (x * y);                           \
    bits ma = a.i & (one - 1), mb = b.i & (one - 1);                                                   \
    if (eb == exponents) return x;                                                                     \
    if (ea) ma |= one; else ea = 1;                                                                    \
    if (eb) mb |= one; else eb = 1;                                                                    \
    for (; ea > eb; ea--) { if (ma >= mb) ma -= mb; ma <<= 1; }                                        \
    if (ea == eb && ma >= mb) ma -= mb;                                                                \
    if (ma == 0) { a.i = sign; return a.f; }                                                           \
    while (ma < one && ea > 1) { ma <<= 1; ea--; }                                                     \
    a.i = sign | (ma < one ? ma : (ma - one) | (bits)ea << mantissa);                                  \
    return a.f;                                                                                        \
  }
FMOD(fmod, double, u64, 52, 0x7ff)
FMOD(fmodf, float, unsigned, 23, 0xff)
`;

/** Returns whether ARITHMETIC_HELPERS defines this function. */
export function isArithmeticHelper(name: string): boolean {
  return /^(?:__(?:div|mod|udiv|umod|ashl|ashr|lshr)ti3|__multi3|fmodf?)$/.test(name);
}
