/* Atomics of 8, 16, 32 and 64 bits wrap around at their own size. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static _Atomic uint8_t u8 = UINT8_MAX;
static _Atomic uint16_t u16 = UINT16_MAX;
static _Atomic uint32_t u32 = UINT32_MAX;
static _Atomic uint64_t u64 = UINT64_MAX;
static _Atomic int8_t s8 = INT8_MAX;
static _Atomic int64_t s64 = INT64_MIN;

static void *work(void *arg) {
  assert(atomic_fetch_add(&u8, 2) == UINT8_MAX && u8 == 1);
  assert(atomic_fetch_add(&u16, 2) == UINT16_MAX && u16 == 1);
  assert(atomic_fetch_add(&u32, 2) == UINT32_MAX && u32 == 1);
  assert(atomic_fetch_add(&u64, 2) == UINT64_MAX && u64 == 1);
  assert(atomic_fetch_add(&s8, 1) == INT8_MAX && s8 == INT8_MIN);
  assert(atomic_fetch_sub(&s64, 1) == INT64_MIN && s64 == INT64_MAX);
  return NULL;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, work, NULL);
  pthread_join(a, NULL);
  return 0;
}
