/* In its third round the loop begins to do nothing, for ever. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag;

static void *set(void *arg) {
  atomic_store(&flag, 1);
  return NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, set, NULL);
  int n = 0;
  while (!atomic_load(&flag)) {
    if (++n == 3)
      for (;;)
        ;
  }
  pthread_join(t, NULL);
  return 0;
}
