/* free of a pointer that malloc did not give: into a block, or (-DGLOBAL) to a global variable. */
#include <pthread.h>
#include <stdlib.h>

static int global;
static char *block;
static void *victim;

static void *work(void *arg) {
  free(victim); /* no block begins there */
  return NULL;
}

int main(void) {
  pthread_t t;
  block = malloc(8);
  victim = block + 4;
#ifdef GLOBAL
  victim = &global;
#endif
  pthread_create(&t, NULL, work, NULL);
  pthread_join(t, NULL);
  return global;
}
