/* pthread_self and pthread_equal: a thread is itself, and no other. */
#include <assert.h>
#include <pthread.h>

static pthread_t main_thread;

static void *child(void *arg) {
  assert(!pthread_equal(pthread_self(), main_thread));
  assert(pthread_equal(pthread_self(), pthread_self()));
  return NULL;
}

int main(void) {
  pthread_t t;
  main_thread = pthread_self();
  pthread_create(&t, NULL, child, NULL);
  assert(!pthread_equal(t, main_thread));
  pthread_join(t, NULL);
  return 0;
}
