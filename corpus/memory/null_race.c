/* Check, then use: between the two another thread takes the pointer away. */
#include <pthread.h>
#include <stddef.h>

static int cell;
static int *volatile pointer = &cell;

static void *clears(void *arg) {
  pointer = NULL;
  return NULL;
}

static void *uses(void *arg) {
  if (pointer != NULL)
    *pointer = 1; /* may be null by now */
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, clears, NULL);
  pthread_create(&b, NULL, uses, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
