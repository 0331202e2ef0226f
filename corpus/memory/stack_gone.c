/* A pointer to a local variable is used after its function has returned. */
#include <pthread.h>

static int *escaped;

static void keep(int *local) { escaped = local; }

static void *work(void *arg) {
  int local = 1;
  keep(&local);
  return NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, work, NULL);
  pthread_join(t, NULL);
  return *escaped - 1; /* gone */
}
