/* Packed data may be anywhere, atomics may not. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <string.h>

static struct __attribute__((packed)) { char tag; uint32_t word; uint64_t wide; volatile uint16_t half; } packed;
static _Alignas(8) char bytes[32];

static void *work(void *arg) {
#if USE == 0
  packed.word = 0x01020304;
  packed.wide = 0x1122334455667788;
  packed.half = 0x99aa;
#elif USE == 1
  atomic_fetch_add((atomic_int *)(bytes + 1), 1);
#elif USE == 2
  atomic_store((_Atomic uint64_t *)(bytes + 4), 1);
#elif USE == 3
  return (void *)(long)atomic_load((_Atomic uint16_t *)(bytes + 7));
#elif USE == 4
  int zero = 0;
  atomic_compare_exchange_weak((atomic_int *)(bytes + 2), &zero, 1);
#elif USE == 5
  atomic_fetch_add((atomic_int *)(bytes + 4), 1);
#endif
  return NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, work, NULL);
  pthread_join(t, NULL);
#if USE == 0
  assert(packed.word == 0x01020304 && packed.wide == 0x1122334455667788 && packed.half == 0x99aa && packed.tag == 0);
#endif
  return 0;
}
