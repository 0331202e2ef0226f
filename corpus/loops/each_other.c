/* Two threads wait for each other before they raise their flags. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flags[2];

static void *work(void *arg) {
  long me = (long)arg;
  while (!atomic_load(&flags[1 - me]))
    ;
  atomic_store(&flags[me], 1);
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
