/* sched_yield and usleep in waiting loops do nothing that can be seen: the loops wait. */
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <unistd.h>

static atomic_int first, second;

static void *left(void *arg) {
  atomic_store(&first, 1);
  while (!atomic_load(&second))
    sched_yield();
  return NULL;
}

static void *right(void *arg) {
  while (!atomic_load(&first))
    usleep(100);
  atomic_store(&second, 1);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, left, NULL);
  pthread_create(&b, NULL, right, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
