/* Thread-specific values: each thread sees its own, and the destructor gets it when the thread ends. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_key_t key;
static atomic_long destroyed;

static void destructor(void *value) { atomic_fetch_add(&destroyed, (long)value); }

static void *work(void *arg) {
  assert(pthread_getspecific(key) == NULL);
  pthread_setspecific(key, arg);
  assert(pthread_getspecific(key) == arg);
  return NULL;
}

int main(void) {
  pthread_key_create(&key, destructor);
  pthread_t a, b;
  pthread_create(&a, NULL, work, (void *)1L);
  pthread_create(&b, NULL, work, (void *)2L);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(atomic_load(&destroyed) == 3);
  return 0;
}
