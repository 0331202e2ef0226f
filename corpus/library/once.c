/* pthread_once runs its function once, and no thread continues before it has ended. */
#include <assert.h>
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int runs, value;

static void initialise(void) {
  runs++;
  value = 6;
}

static void *use(void *arg) {
  pthread_once(&once, initialise);
  assert(runs == 1 && value == 6);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, use, NULL);
  pthread_create(&b, NULL, use, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
