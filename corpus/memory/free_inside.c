/* Only what malloc returned may be freed. */
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

static char *bytes;
static char global[16];

static void *work(void *arg) {
#if USE == 0
  free(bytes + 1);
#elif USE == 1
  free(bytes + 16); /* its end */
#elif USE == 2
  free((void *)((uintptr_t)bytes | 1ull << 56));
#elif USE == 3
  free((void *)((uintptr_t)bytes + (1ull << 32)));
#elif USE == 4
  return realloc(bytes + 8, 32);
#elif USE == 5
  void *volatile given = global;
  free(given);
#elif USE == 6
  char local[16];
  void *volatile given = local;
  free(given);
#elif USE == 7
  void *volatile given = (void *)work;
  free(given);
#endif
  return NULL;
}

int main(void) {
  bytes = malloc(16);
  pthread_t t;
  pthread_create(&t, NULL, work, NULL);
  pthread_join(t, NULL);
  return 0;
}
