/* Double-checked locking: the second look at the pointer is under the lock, the first is not.
 * Under PSO the pointer can be seen before what it points to. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

struct config {
  int ready;
};

static struct config the_config;
static struct config *volatile instance;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static struct config *get(void) {
  struct config *found = instance;
  if (found != NULL)
    return found;
  pthread_mutex_lock(&mutex);
  if (instance == NULL) {
    the_config.ready = 1;
#ifdef FENCE
    __sync_synchronize();
#endif
    instance = &the_config;
  }
  pthread_mutex_unlock(&mutex);
  return instance;
}

static void *use(void *arg) {
  assert(get()->ready == 1);
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
