/* Each thread joins the one before it: no cycle, no deadlock. */
#include <pthread.h>

static pthread_t first, second;

static void *nothing(void *arg) { return NULL; }

static void *joins(void *arg) {
  pthread_join(first, NULL);
  return NULL;
}

int main(void) {
  pthread_create(&first, NULL, nothing, NULL);
  pthread_create(&second, NULL, joins, NULL);
  pthread_join(second, NULL);
  return 0;
}
