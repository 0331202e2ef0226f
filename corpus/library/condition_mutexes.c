/*
 * Threads wait for one condition variable with different mutexes at the same time, which POSIX does not allow. With
 * LATER the second only waits when no other thread does any more.
 */
#include <pthread.h>

struct turn {
  pthread_mutex_t mutex;
  int done;
};

static struct turn turns[2] = {{PTHREAD_MUTEX_INITIALIZER, 0}, {PTHREAD_MUTEX_INITIALIZER, 0}};
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;

static void *waits(void *argument) {
  struct turn *turn = argument;
  pthread_mutex_lock(&turn->mutex);
  while (!turn->done) pthread_cond_wait(&condition, &turn->mutex);
  pthread_mutex_unlock(&turn->mutex);
  return 0;
}

static void wake(struct turn *turn) {
  pthread_mutex_lock(&turn->mutex);
  turn->done = 1;
  pthread_cond_broadcast(&condition);
  pthread_mutex_unlock(&turn->mutex);
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) {
    pthread_create(&threads[i], 0, waits, &turns[i]);
#ifdef LATER
    wake(&turns[i]);
    pthread_join(threads[i], 0);
#endif
  }
#ifndef LATER
  for (int i = 0; i < 2; i++) wake(&turns[i]);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
#endif
  return 0;
}
