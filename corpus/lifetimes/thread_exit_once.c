/* A thread that ends in a function of pthread_once leaves it to the next one; its keys are destroyed. */
#include <assert.h>
#include <pthread.h>

pthread_once_t once = PTHREAD_ONCE_INIT;
pthread_key_t key;
int tries, destroyed;

void initialise(void) {
  if (++tries == 1) pthread_exit(NULL);
}

void destroy(void *value) { destroyed++; }

void *run(void *unused) {
  pthread_setspecific(key, &key);
  pthread_once(&once, initialise);
  return NULL;
}

int main(void) {
  pthread_key_create(&key, destroy);
  for (int i = 0; i < 3; i++) {
    pthread_t thread;
    pthread_create(&thread, NULL, run, NULL);
    pthread_join(thread, NULL);
  }
  assert(tries == 2 && destroyed == 3);
}
