// A message, and a flag that says that it is there.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifdef RELEASE
#define ORDER memory_order_release
#else
#define ORDER memory_order_relaxed
#endif

int message;
atomic_int sent;

void *sender(void *unused) {
  message = 42;
  atomic_store_explicit(&sent, 1, ORDER);
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, sender, NULL);
  while (!atomic_load_explicit(&sent, memory_order_acquire)) {
  }
  assert(message == 42);
  pthread_join(thread, NULL);
  return 0;
}
