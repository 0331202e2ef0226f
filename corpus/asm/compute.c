/* Instructions that compute, against the same in C. Also true on the machine itself. */
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static const uint64_t values[] = {0, 1, 2, 0x80, 0xff, 0x7fff, 0x8000, 0x12345678, 0x7fffffff, 0x80000000u,
                                  0xffffffffu, 0x123456789abcdef0u, 0x8000000000000000u, ~0ull};
#define COUNT (sizeof values / sizeof values[0])

static int highest(uint32_t value) {
  int found = -1;
  __asm__("bsrl %1, %0" : "=r"(found) : "rm"(value), "0"(-1));
  return found;
}
static int highest_or(uint64_t value) {
  long found;
  __asm__("bsrq %1, %0\n\tjnz 1f\n\tmovq $-1, %0\n1:" : "=&r"(found) : "r"(value));
  return (int)found;
}
static int lowest(uint32_t value) {
  int found;
  __asm__("bsf{l %1, %0| %0, %1}" : "=r"(found) : "rm"(value), "0"(-1));
  return found;
}
static uint32_t swapped(uint32_t value) {
  __asm__("bswap %0" : "+r"(value));
  return value;
}
static int bits(uint64_t value) {
  int count = 0;
  while (value != 0) value &= value - 1, count++;
  return count;
}
static int compare(int64_t a, int64_t b) { /* 1: less, 2: below, 4: equal, 8: greater, 16: above */
  uint8_t l, u, e, g, v;
  __asm__("cmpq %6, %5; setl %0; setb %1; sete %2; setg %3; seta %4"
          : "=q"(l), "=q"(u), "=q"(e), "=q"(g), "=q"(v) : "r"(a), "r"(b) : "cc");
  return l | u << 1 | e << 2 | g << 3 | v << 4;
}
static int carries(uint32_t a, uint32_t b) { /* 1: carry, 2: negative, 4: zero, 8: overflow */
  _Bool c, s, z, o;
  __asm__("addl %5, %4" : "=@ccc"(c), "=@ccs"(s), "=@ccz"(z), "=@cco"(o), "+r"(a) : "r"(b));
  return c | s << 1 | z << 2 | o << 3;
}
static uint64_t parts(uint64_t value) { /* al, ah and a merge into 64 bits */
  uint64_t result = value;
  __asm__("movb $0x5a, %%al; movb $0xa5, %%ah" : "+a"(result));
  return result;
}
static uint64_t clears(uint64_t value) {
  __asm__("addl $1, %k0" : "+r"(value));
  return value;
}
static uint32_t sum_to(uint32_t n) {
  uint32_t sum = 0;
  __asm__("testl %1, %1; jz 2f; 1: addl %1, %0; decl %1; jnz 1b; 2:" : "+r"(sum), "+r"(n));
  return sum;
}
static int64_t larger(int64_t a, int64_t b) {
  __asm__("cmpq %1, %0; cmovlq %1, %0" : "+r"(a) : "r"(b));
  return a;
}
static uint64_t arithmetic(uint64_t a, uint64_t b) {
  __asm__("negq %0; xorq %1, %0; notq %0; shlq $3, %0; shrq %0; subq $7, %0; orq $1, %0; andq $-3, %0; sarq $2, %0"
          : "+r"(a) : "r"(b));
  return a;
}
static uint32_t extended(uint8_t byte) {
  uint32_t zero, sign;
  __asm__("movzbl %2, %0; movsbl %2, %1; leal 5(%q0), %0" : "=&r"(zero), "=&r"(sign) : "q"(byte));
  return zero ^ sign;
}

static void *work(void *unused) {
  for (unsigned i = 0; i < COUNT; i++) {
    uint64_t a = values[i];
    uint32_t low = (uint32_t)a;
    assert(highest(low) == (low == 0 ? -1 : 31 - __builtin_clz(low)));
    assert(highest_or(a) == (a == 0 ? -1 : 63 - __builtin_clzll(a)));
    assert(lowest(low) == (low == 0 ? -1 : __builtin_ctz(low)));
    assert(swapped(low) == __builtin_bswap32(low));
    assert(parts(a) == ((a & ~0xffffull) | 0xa55a));
    assert(clears(a) == (uint32_t)(low + 1));
    assert(sum_to(i) == i * (i + 1) / 2);
    assert(extended((uint8_t)a) == (((uint32_t)(uint8_t)a + 5) ^ (uint32_t)(int32_t)(int8_t)a));
    for (unsigned j = 0; j < COUNT; j++) {
      uint64_t b = values[j];
      int64_t x = (int64_t)a, y = (int64_t)b;
      assert(compare(x, y) == ((x < y) | (a < b) << 1 | (a == b) << 2 | (x > y) << 3 | (a > b) << 4));
      uint32_t sum = low + (uint32_t)b;
      int overflow = (int64_t)(int32_t)low + (int32_t)b != (int32_t)sum;
      assert(carries(low, (uint32_t)b) == ((sum < low) | ((int32_t)sum < 0) << 1 | (sum == 0) << 2 | overflow << 3));
      assert(larger(x, y) == (x < y ? y : x));
      uint64_t r = ~((0 - a) ^ b);
      r = (((r << 3) >> 1) - 7) | 1;
      assert(arithmetic(a, b) == (uint64_t)((int64_t)(r & ~2ull) >> 2));
    }
  }
  return unused;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, 0, work, 0);
  pthread_join(a, 0);
  return bits(0) == 0 ? 0 : 1;
}
