/* Publishes an object by a pointer, as RCU does. -DWEAK follows the pointer after a relaxed load. SC, TSO, PSO:
 * loads stay in order. RC11: reading the fields races with writing them; an address dependency is nothing to it.
 * arm64 as modelled has no dependencies, as a compiler may remove them: width is 0. An acquire load is right. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifdef WEAK
#define LOOK memory_order_relaxed
#else
#define LOOK memory_order_acquire
#endif

struct settings {
  int width, height;
};

static struct settings fresh;
static struct settings *_Atomic current;

static void *update(void *arg) {
  fresh.width = 80;
  fresh.height = 25;
  atomic_store_explicit(&current, &fresh, memory_order_release);
  return NULL;
}

static void *draw(void *arg) {
  struct settings *s = atomic_load_explicit(&current, LOOK);
  if (s != NULL)
    assert(s->width * s->height == 2000);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, update, NULL);
  pthread_create(&b, NULL, draw, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
