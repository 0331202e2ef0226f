/* A mutex and a condition variable make a futex: wait returns at once if the word has changed already. */
#include "../threads.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t woken = PTHREAD_COND_INITIALIZER;
static atomic_int word;

static void futex_wait(int value) {
  pthread_mutex_lock(&mutex);
  if (atomic_load(&word) == value)
    pthread_cond_wait(&woken, &mutex);
  pthread_mutex_unlock(&mutex);
}

static void futex_wake(void) {
  pthread_mutex_lock(&mutex);
  pthread_cond_broadcast(&woken);
  pthread_mutex_unlock(&mutex);
}

static void *locks(void *arg) {
  int seen = 0;
  if (!atomic_compare_exchange_strong(&word, &seen, 1))
    while (atomic_exchange(&word, 2) != 0)
      futex_wait(2);
  if (atomic_exchange(&word, 0) == 2)
    futex_wake();
  return NULL;
}

int main(void) {
  together(locks, locks);
  return 0;
}
