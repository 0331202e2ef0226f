/* Relaxed loads of waiting loops, of a compare-and-swap, and of a value that is used; a test-and-set. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int first, second, used, seen, turn, total, next, serving, held, epoch = 1, visited, left;
static int total_visits[10];

static void take_turns(void) {
  int mine = atomic_fetch_add_explicit(&next, 1, memory_order_relaxed);
  while (atomic_load_explicit(&serving, memory_order_relaxed) != mine) /* waits for its turn */
    ;
  atomic_store_explicit(&serving, mine + 1, memory_order_relaxed);
  while (atomic_exchange_explicit(&held, 1, memory_order_relaxed)) /* tests and sets */
    ;
  atomic_store_explicit(&held, 0, memory_order_relaxed);
}

static void *writer(void *unused) {
  for (int i = 1; i <= 300; i++) {
    atomic_store_explicit(&first, 1, memory_order_relaxed);
    atomic_store_explicit(&used, i, memory_order_relaxed);
    atomic_fetch_add_explicit(&turn, 1, memory_order_relaxed);
    atomic_store_explicit(&second, i, memory_order_relaxed);
    for (int k = 0; k < 4; k++) take_turns();
    while (atomic_load_explicit(&seen, memory_order_relaxed) != i)
      ;
  }
  return unused;
}

static void *reader(void *unused) {
  for (int i = 1; i <= 300; i++) {
    if (i % 2)
      while (atomic_load_explicit(&second, memory_order_relaxed) != i)
        ;
    while (atomic_load_explicit(&first, memory_order_relaxed) == 0) /* waits */
      ;
    while (atomic_load_explicit(&second, memory_order_relaxed) != i)
      ;
    total += atomic_load_explicit(&used, memory_order_relaxed);  /* uses */
    int old = atomic_load_explicit(&turn, memory_order_relaxed); /* swaps */
    while (!atomic_compare_exchange_strong(&turn, &old, old + 1))
      ;
    int found = atomic_load_explicit(&turn, memory_order_relaxed); /* swaps or uses */
    if (i % 3 == 0) total += found;
    else
      atomic_compare_exchange_strong(&turn, &found, found + 1);
    atomic_store_explicit(&first, 0, memory_order_relaxed);
    for (int k = 0; k < 4; k++) take_turns();
    atomic_store_explicit(&seen, i, memory_order_relaxed);
  }
  return unused;
}

static void *visitor(void *unused) {
  for (int i = 0; i < 2000; i++) {
    int now = atomic_load_explicit(&epoch, memory_order_relaxed);
    atomic_store_explicit(&visited, now, memory_order_relaxed); /* visits */
    for (int k = 0; k < 10; k++) total_visits[k]++;
    atomic_store_explicit(&visited, 0, memory_order_relaxed);   /* leaves */
  }
  return unused;
}

static void *host(void *unused) {
  for (int i = 0; i < 200; i++) {
    int now = atomic_fetch_add_explicit(&epoch, 1, memory_order_relaxed) + 1;
    for (;;) {
      int found = atomic_load_explicit(&visited, memory_order_relaxed); /* waits for visitors */
      if (found == 0 || found >= now) break;
    }
    atomic_store_explicit(&left, i, memory_order_relaxed);
  }
  return unused;
}

int main(void) {
  pthread_t a, b, c, d, e;
  pthread_create(&a, NULL, writer, NULL);
  pthread_create(&b, NULL, reader, NULL);
  pthread_create(&c, NULL, visitor, NULL);
  pthread_create(&d, NULL, host, NULL);
  pthread_create(&e, NULL, host, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  pthread_join(c, NULL);
  pthread_join(d, NULL);
  pthread_join(e, NULL);
  return 0;
}
