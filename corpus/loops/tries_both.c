/* Takes two locks in any order: a thread that does not get the second one releases the first one and tries again. */
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static int counter;
static atomic_int released;

static void lock_both(pthread_mutex_t *first, pthread_mutex_t *second) {
  for (;;) {
    pthread_mutex_lock(first);
    if (pthread_mutex_trylock(second) == 0) return;
    pthread_mutex_unlock(first);
    sched_yield();
  }
}

static void *one(void *arg) {
  lock_both(&a, &b);
  counter++;
  pthread_mutex_unlock(&b);
#ifndef KEEPS
  pthread_mutex_unlock(&a);
#endif
  return NULL;
}

static void *other(void *arg) {
#ifdef NOTICES
  /* The first thread releases `a` while this one holds `b`: only a thread that tries again does so. */
  pthread_mutex_lock(&b);
  if (pthread_mutex_trylock(&a) == 0) {
    pthread_mutex_unlock(&a);
  } else if (pthread_mutex_trylock(&a) == 0) {
    released = 1;
    pthread_mutex_unlock(&a);
  }
  pthread_mutex_unlock(&b);
#else
  lock_both(&b, &a);
  counter++;
  pthread_mutex_unlock(&a);
  pthread_mutex_unlock(&b);
#endif
  return NULL;
}

int main(void) {
  pthread_t s, t;
  pthread_create(&s, NULL, one, NULL);
  pthread_create(&t, NULL, other, NULL);
  pthread_join(s, NULL);
  pthread_join(t, NULL);
#ifdef NOTICES
  assert(!released); /* fails */
#elif defined WRONG
  assert(counter == 1); /* fails */
#else
  assert(counter == 2);
#endif
  return 0;
}
