/* A sense-reversing barrier: the last to arrive turns the sense, the others spin on it. Used twice. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int waiting = 2, sense;
static int arrived[2][2];

static void barrier(int next) {
  if (atomic_fetch_sub(&waiting, 1) == 1) {
    atomic_store_explicit(&waiting, 2, memory_order_relaxed);
    atomic_store_explicit(&sense, next, memory_order_release);
  } else {
    while (atomic_load_explicit(&sense, memory_order_acquire) != next)
      ;
  }
}

static void *work(void *arg) {
  long me = (long)arg;
  for (int round = 0; round < 2; round++) {
    arrived[round][me] = 1;
    barrier(1 - round);
    assert(arrived[round][1 - me] == 1);
  }
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, work, (void *)0L);
  pthread_create(&b, NULL, work, (void *)1L);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
