/* 16 bytes at once: __int128, structures of 12 and 16 bytes, cmpxchg16b, and halves that are read alone. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

typedef struct {
  _Alignas(16) uint64_t low;
  uint64_t high;
} pair;
typedef struct {
  int a, b, c;
} triple;

#if KIND == 1
static _Atomic pair shared;
static void add(void) {
  pair old = atomic_load(&shared), new;
  do new = (pair){old.low + 1, old.high + 2};
  while (!atomic_compare_exchange_weak(&shared, &old, new));
}
static void look(void) {
  pair seen = atomic_load(&shared);
  assert(seen.high == 2 * seen.low);
}
#elif KIND == 2
static __int128 shared;
static void add(void) { __atomic_fetch_add(&shared, ((__int128)2 << 64) + 1, __ATOMIC_ACQ_REL); }
static void look(void) {
  __int128 seen = __atomic_load_n(&shared, __ATOMIC_ACQUIRE);
  assert((uint64_t)(seen >> 64) == 2 * (uint64_t)seen);
}
#elif KIND == 3
static pair shared;
static _Bool swap(pair *at, pair old, pair new) {
  _Bool done;
  __asm__ volatile("lock; cmpxchg16b %0; setz %1"
                   : "+m"(*at), "=q"(done), "+a"(old.low), "+d"(old.high)
                   : "b"(new.low), "c"(new.high)
                   : "memory", "cc");
  return done;
}
static void add(void) {
  pair old;
  do {
    old.low = __atomic_load_n(&shared.low, __ATOMIC_RELAXED);
    old.high = __atomic_load_n(&shared.high, __ATOMIC_RELAXED);
  } while (!swap(&shared, old, (pair){old.low + 1, old.high + 2}));
}
static void look(void) {}
#elif KIND == 4
static _Atomic triple shared;
static void add(void) {
  static atomic_int next;
  int value = ++next;
  atomic_store(&shared, ((triple){value, 2 * value, 3 * value}));
}
static void look(void) {
  triple seen = atomic_load(&shared);
  assert(seen.b == 2 * seen.a && seen.c == 3 * seen.a);
}
#endif

static void *work(void *arg) {
  add();
  look();
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, work, NULL);
  pthread_create(&b, NULL, work, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
#if KIND == 2
  assert(shared == ((__int128)4 << 64) + 2);
#elif KIND != 4
  pair last = shared;
  assert(last.low == 2 && last.high == 4);
#endif
}
