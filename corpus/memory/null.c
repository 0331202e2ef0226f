/* A null dereference. */
#include <pthread.h>
#include <stddef.h>

static int *pointer;

static void *work(void *arg) {
  *pointer = 1;
  return NULL;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, work, NULL);
  pthread_join(a, NULL);
  return 0;
}
