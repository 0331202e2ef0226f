// A thread that reads twice under one read-write lock waits for itself if the lock prefers writers and one has come
// between. Locks of other kinds, and glibc's PTHREAD_RWLOCK_PREFER_WRITER_NP, let it read.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>

#ifdef STATIC
static pthread_rwlock_t lock = PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP;
#else
static pthread_rwlock_t lock;
#endif
static int x;

static void *reads(void *unused) {
  pthread_rwlock_rdlock(&lock);
  int first = x;
#ifndef ONCE
  pthread_rwlock_rdlock(&lock);
#endif
  assert(x == first);
#ifndef ONCE
  pthread_rwlock_unlock(&lock);
#endif
  pthread_rwlock_unlock(&lock);
  return unused;
}

static void *writes(void *unused) {
  pthread_rwlock_wrlock(&lock);
  x++;
  pthread_rwlock_unlock(&lock);
  return unused;
}

int main(void) {
#ifdef KIND
  pthread_rwlockattr_t a;
  pthread_rwlockattr_init(&a);
  pthread_rwlockattr_setkind_np(&a, KIND);
  pthread_rwlockattr_setpshared(&a, PTHREAD_PROCESS_PRIVATE);
  pthread_rwlock_init(&lock, &a);
#endif
  pthread_t r, s, w;
  pthread_create(&r, NULL, reads, NULL);
  pthread_create(&w, NULL, writes, NULL);
#ifdef TWO
  pthread_create(&s, NULL, writes, NULL);
  pthread_join(s, NULL);
#else
  (void)s;
#endif
  pthread_join(r, NULL);
  pthread_join(w, NULL);
  assert(x >= 1);
}
