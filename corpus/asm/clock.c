/* The time stamp of a thread never decreases; cpuid tells what every x86-64 has, and is a fence. */
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static int x, y, seen_x, seen_y;

static uint64_t stamp(void) {
  uint32_t low, high;
  __asm__ volatile("rdtsc" : "=a"(low), "=d"(high));
  return (uint64_t)high << 32 | low;
}

static void fence(void) {
#ifdef CPUID
  unsigned a = 1, b, c = 0, d;
  __asm__ volatile("cpuid" : "+a"(a), "=b"(b), "+c"(c), "=d"(d) : : "memory");
  assert((d >> 26 & 1) == 1);
#endif
}

static void *left(void *arg) {
  uint64_t before = stamp();
  __atomic_store_n(&x, 1, __ATOMIC_RELAXED);
  fence();
  seen_y = __atomic_load_n(&y, __ATOMIC_RELAXED);
  assert(before <= stamp() && stamp() <= __builtin_ia32_rdtsc());
  return arg;
}

static void *right(void *arg) {
  __atomic_store_n(&y, 1, __ATOMIC_RELAXED);
  fence();
  seen_x = __atomic_load_n(&x, __ATOMIC_RELAXED);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, left, NULL);
  pthread_create(&b, NULL, right, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(seen_x == 1 || seen_y == 1);
}
