/* A write before the beginning of a block of the heap. */
#include <pthread.h>
#include <stdlib.h>

static void *work(void *arg) {
  char *bytes = malloc(8);
  int index = -1;
  bytes[index] = 'x'; /* outside */
  free(bytes);
  return NULL;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, work, NULL);
  pthread_join(a, NULL);
  return 0;
}
