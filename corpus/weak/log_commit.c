/* A log: writers reserve an entry by a relaxed addition, fill it and commit it. -DWEAK reads commits relaxed. SC,
 * TSO, PSO: loads stay in order. RC11: the commit is not acquired: a race on the text. ARMv8: the text may be read
 * before the commit. An acquire load is right; to reserve may be relaxed, as nothing is read through it. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifdef WEAK
#define LOOK memory_order_relaxed
#else
#define LOOK memory_order_acquire
#endif
#define ENTRIES 2

static struct {
  int text;
  atomic_int committed;
} entries[ENTRIES];
static atomic_uint reserved;

static void *writer(void *arg) {
  unsigned mine = atomic_fetch_add_explicit(&reserved, 1, memory_order_relaxed);
  entries[mine].text = 100;
  atomic_store_explicit(&entries[mine].committed, 1, memory_order_release);
  return NULL;
}

static void *reader(void *arg) {
  if (atomic_load_explicit(&entries[0].committed, LOOK))
    assert(entries[0].text == 100);
  return NULL;
}

int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, NULL, writer, NULL);
  pthread_create(&b, NULL, writer, NULL);
  pthread_create(&c, NULL, reader, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  pthread_join(c, NULL);
  return 0;
}
