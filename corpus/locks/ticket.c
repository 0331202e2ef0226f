/* A ticket lock in one 32-bit word: the upper half counts tickets, the lower half who is served. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint word;
static int counter;

static void *work(void *arg) {
  unsigned mine = atomic_fetch_add_explicit(&word, 0x10000, memory_order_acquire) >> 16;
  while ((atomic_load_explicit(&word, memory_order_acquire) & 0xffff) != mine)
    ;
  counter++;
  atomic_fetch_add_explicit(&word, 1, memory_order_release);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, work, NULL);
  pthread_create(&b, NULL, work, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(counter == 2);
  return 0;
}
