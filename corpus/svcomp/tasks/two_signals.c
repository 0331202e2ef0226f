/* Any number of threads load something. It is never both loaded and being loaded. */
#include <pthread.h>

extern void abort(void);
extern void reach_error(void);
static void __VERIFIER_assert(int holds) {
  if (!holds) {
    reach_error();
    abort();
  }
}

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static _Bool loaded, loading;

static void *load(void *arg) {
  pthread_mutex_lock(&lock);
  if (loading) __VERIFIER_assert(!loaded);
  else if (!loaded) {
    loading = 1;
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    loading = 0;
    loaded = 1;
  } else loaded = 0;
  pthread_mutex_unlock(&lock);
  return 0;
}

int main(void) {
  pthread_t t;
  for (;;) pthread_create(&t, 0, load, 0);
}
