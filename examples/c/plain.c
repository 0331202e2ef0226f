// A message, and a flag that is a plain variable: a data race.
#include <assert.h>
#include <pthread.h>

static int message, ready;

static void *sender(void *unused) {
  message = 42;
  ready = 1;
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, sender, NULL);
  while (!ready) {
  }
  assert(message == 42);
  pthread_join(thread, NULL);
  return 0;
}
