// A thread adds up to a limit; the loop ends when others, too, have added.
#include <pthread.h>
#include <stdatomic.h>

atomic_int total;

void *adds(void *unused) {
  while (atomic_fetch_add(&total, 1) < LIMIT) {
  }
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, adds, NULL);
  atomic_fetch_add(&total, 1);
  pthread_join(thread, NULL);
}
