/* Random numbers are one sequence. Under another seed of the check there is another one. */
#include <pthread.h>
#include <stdlib.h>

static int drawn[2];

static void *draws(void *place) {
  srand(1);
  *(int *)place = rand();
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, draws, &drawn[0]);
  pthread_create(&b, NULL, draws, &drawn[1]);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return drawn[0] != drawn[1];
}
