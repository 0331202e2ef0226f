/*
 * A thread ends by pthread_exit, not by returning. Its locals end with it, also those of the calls that it was in. With
 * WAITS it first waits for the thread that uses them. A destructor of a key still may use them.
 */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <threads.h>

static pthread_t user;
static thrd_t other;
static pthread_key_t key;

static void *uses(void *local) {
  *(int *)local += 1;
  return 0;
}

static int uses_too(void *local) {
  *(int *)local += 1;
  return 0;
}

static void destroy(void *local) { assert(*(int *)local == 5); }

static void leave(int depth) {
  if (depth > 0) leave(depth - 1);
  pthread_exit(0);
}

static void *owner(void *argument) {
  int local = 5;
#if defined NESTED
  pthread_create(&user, 0, uses, &local);
  leave(2);
#elif defined WAITS
  pthread_create(&user, 0, uses, &local);
  pthread_join(user, 0);
  assert(local == 6);
  leave(1);
#elif defined DESTRUCTOR
  pthread_setspecific(key, &local);
  leave(1);
#else
  pthread_create(&user, 0, uses, &local);
  pthread_exit(0);
#endif
  return argument;
}

static int owner_too(void *argument) {
  int local = 5;
  (void)argument;
  thrd_create(&other, uses_too, &local);
  thrd_exit(0);
}

int main(void) {
#if defined OF_MAIN
  int local = 5;
  pthread_create(&user, 0, uses, &local);
  pthread_detach(user);
  pthread_exit(0);
#elif defined C11
  thrd_t thread;
  thrd_create(&thread, owner_too, 0);
  thrd_join(thread, 0);
  thrd_join(other, 0);
#else
  pthread_t thread;
  pthread_key_create(&key, destroy);
  pthread_create(&thread, 0, owner, 0);
  pthread_join(thread, 0);
#if !defined WAITS && !defined DESTRUCTOR
  pthread_join(user, 0);
#endif
#endif
  return 0;
}
