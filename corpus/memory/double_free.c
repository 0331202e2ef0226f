/* A thread frees one block twice. */
#include <pthread.h>
#include <stdlib.h>

static void *work(void *arg) {
  void *block = malloc(4);
  void *same = block;
  free(block);
  free(same); /* again */
  return NULL;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, work, NULL);
  pthread_join(a, NULL);
  return 0;
}
