/* Three threads that join one another in a circle. */
#include "../threads.h"

static pthread_t thread[3];
static atomic_int started;

static void *joins(void *arg) {
  while (!atomic_load(&started))
    ;
  pthread_join(thread[((intptr_t)arg + 1) % 3], NULL);
  return NULL;
}

int main(void) {
  for (intptr_t i = 0; i < 3; i++)
    pthread_create(&thread[i], NULL, joins, (void *)i);
  atomic_store(&started, 1);
  pthread_exit(NULL);
}
