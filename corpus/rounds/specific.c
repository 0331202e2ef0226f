/* The count is a value of a key. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag;

static int wait_some(void) {
  pthread_key_t key;
  pthread_key_create(&key, NULL);
  while (!atomic_load(&flag)) {
    long n = (long)pthread_getspecific(key) + 1;
    if (n == 3)
      return 3;
    pthread_setspecific(key, (void *)n);
  }
  return 0;
}

static void *set(void *arg) {
#ifndef NOBODY
  atomic_store(&flag, 1);
#endif
  return NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, set, NULL);
  int rounds = wait_some();
#ifdef NOBODY
  assert(rounds == 3);
#else
  assert(rounds != 3);
#endif
  pthread_join(t, NULL);
  return 0;
}
