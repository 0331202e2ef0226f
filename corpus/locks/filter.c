/* The filter lock (Peterson for n threads) for two threads, with an array of victims. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int level[2], victim[2];
static int inside;

static void *enter(void *arg) {
  int me = (int)(long)arg;
  atomic_store(&level[me], 1);
  atomic_store(&victim[1], me);
  while (atomic_load(&level[1 - me]) >= 1 && atomic_load(&victim[1]) == me)
    ;
  inside++;
  assert(inside == 1);
  inside--;
  atomic_store(&level[me], 0);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, enter, (void *)0L);
  pthread_create(&b, NULL, enter, (void *)1L);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
