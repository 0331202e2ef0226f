/* Atomic pointers: publication of an object, and arithmetic. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#ifdef RELAXED
#define PUBLISH memory_order_relaxed
#else
#define PUBLISH memory_order_release
#endif

static int cells[4];
static int *_Atomic published;

static void *writer(void *arg) {
  cells[2] = 30;
  atomic_store_explicit(&published, &cells[2], PUBLISH);
  return NULL;
}

static void *reader(void *arg) {
  int *p = atomic_load_explicit(&published, memory_order_acquire);
  if (p != NULL)
    assert(*p == 30 && p - cells == 2);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, writer, NULL);
  pthread_create(&b, NULL, reader, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(atomic_fetch_sub(&published, 1) == cells + 2 && atomic_load(&published) == cells + 1);
  return 0;
}
