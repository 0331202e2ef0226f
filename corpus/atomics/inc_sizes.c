/* Two threads count in a byte and in a double word: two orders for each. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static _Atomic uint8_t small;
static _Atomic uint64_t large;

static void *work(void *arg) {
  atomic_fetch_add(&small, 200);
  atomic_fetch_add(&large, 1ull << 40);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, work, NULL);
  pthread_create(&b, NULL, work, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(small == 144 && large == 1ull << 41);
  return 0;
}
