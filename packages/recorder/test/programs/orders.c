/* Two threads, one after the other: what another order of their steps would show. `orders WORD`. */
#define _GNU_SOURCE
#include <pthread.h>
#include <semaphore.h>
#include <string.h>
#include <time.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER, gate = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static const char *word;
static int data, ready, turns, other_turns;

static int is(const char *name) { return strcmp(word, name) == 0; }

static void take(pthread_mutex_t *l) {
  if (is("try")) {
    while (pthread_mutex_trylock(l) != 0) sched_yield();
  } else if (is("timed")) {
    struct timespec soon;
    clock_gettime(CLOCK_REALTIME, &soon);
    soon.tv_sec += 100;
    pthread_mutex_timedlock(l, &soon);
  } else {
    pthread_mutex_lock(l);
  }
}

static void both(pthread_mutex_t *a, pthread_mutex_t *b) {
  if (is("gate")) pthread_mutex_lock(&gate);
  pthread_mutex_lock(a);
  take(b);
  pthread_mutex_unlock(b);
  pthread_mutex_unlock(a);
  if (is("gate")) pthread_mutex_unlock(&gate);
}

static void *first(void *unused) {
  if (is("hidden") || is("message") || is("condition")) data = 1; /* a race */
  pthread_mutex_lock(&m);
  turns++;
  ready = 1;
  if (is("condition")) pthread_cond_signal(&changed);
  pthread_mutex_unlock(&m);
  both(&m, &n);
  return unused;
}

static void *second(void *unused) {
  pthread_mutex_lock(&m);
  other_turns++;
  while (is("condition") && !ready) pthread_cond_wait(&changed, &m);
  int may = is("message") ? ready : 1;
  pthread_mutex_unlock(&m);
  if (may && (is("hidden") || is("message") || is("condition"))) data = 2; /* another */
  if (is("lock") || is("try") || is("timed") || is("gate")) both(&n, &m);
  return unused;
}

int main(int count, char **words) {
  word = count > 1 ? words[1] : "";
  pthread_t a, b;
  pthread_create(&a, NULL, first, NULL);
  pthread_create(&b, NULL, second, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return data > 2;
}
