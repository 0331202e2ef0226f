/* The loop is in the destructor of a key, at the end of a thread that was left in a loop. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag;

static int rounds;

static void spin(void *value) {
  for (int i = 0; i < 3; i++) {
    if (atomic_load(&flag))
      return;
    rounds++;
  }
}

static void *leave(void *arg) {
  pthread_key_t key;
  pthread_key_create(&key, spin);
  pthread_setspecific(key, &key);
  for (int i = 0; i < 3; i++) {
    if (atomic_load(&flag) || i == 2)
      pthread_exit(NULL);
  }
  return NULL;
}

static int wait_some(void) {
  pthread_t t;
  pthread_create(&t, NULL, leave, NULL);
  pthread_join(t, NULL);
  return rounds;
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
