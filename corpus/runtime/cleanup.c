/* What pthread_cleanup_push has registered runs when the thread ends within calls; -DFORGOTTEN: nothing is registered. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void unlock(void *held) {
  pthread_mutex_unlock(held);
}

static void leave(void) {
  pthread_exit(&mutex);
}

static void *run(void *unused) {
  pthread_mutex_lock(&mutex);
#ifndef FORGOTTEN
  pthread_cleanup_push(unlock, &mutex);
#else
  if (unused) unlock(unused);
#endif
  leave();
#ifndef FORGOTTEN
  pthread_cleanup_pop(1);
#endif
  return unused;
}

int main(void) {
  pthread_t one, other;
  void *result;
  pthread_create(&one, 0, run, 0);
  pthread_create(&other, 0, run, 0);
  pthread_join(one, 0);
  pthread_join(other, &result);
  assert(result == &mutex);
}
