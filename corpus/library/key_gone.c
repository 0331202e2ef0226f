/* A key of thread-specific data is used that does not exist: deleted (by another thread or before), or never created. */
#include <assert.h>
#include <pthread.h>
#include <threads.h>

static pthread_key_t key;

static void *uses(void *argument) {
#if defined GETS
  return pthread_getspecific(key);
#elif defined C11
  tss_set(key, argument);
#else
  pthread_setspecific(key, argument);
  assert(pthread_getspecific(key) == argument);
#endif
  return 0;
}

int main(void) {
  pthread_t thread;
#if defined DELETED
  pthread_key_create(&key, 0);
  pthread_key_delete(key);
  pthread_create(&thread, 0, uses, &key);
  pthread_join(thread, 0);
#elif defined RACE
  pthread_key_create(&key, 0);
  pthread_create(&thread, 0, uses, &key);
  pthread_key_delete(key);
  pthread_join(thread, 0);
#elif defined NEVER
  pthread_create(&thread, 0, uses, &key);
  pthread_join(thread, 0);
#elif defined AFTERWARDS
  pthread_key_create(&key, 0);
  pthread_create(&thread, 0, uses, &key);
  pthread_join(thread, 0);
  pthread_key_delete(key);
#else
  pthread_key_create(&key, 0);
  pthread_create(&thread, 0, uses, &key);
  pthread_join(thread, 0);
#endif
  return 0;
}
