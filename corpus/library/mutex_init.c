/* A mutex on the heap, made with pthread_mutex_init, then destroyed. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct account {
  pthread_mutex_t mutex;
  int balance;
};

static void *pay(void *arg) {
  struct account *a = arg;
  pthread_mutex_lock(&a->mutex);
  a->balance += 10;
  pthread_mutex_unlock(&a->mutex);
  return NULL;
}

int main(void) {
  pthread_t s, t;
  struct account *a = malloc(sizeof *a);
  a->balance = 0;
  pthread_mutex_init(&a->mutex, NULL);
  pthread_create(&s, NULL, pay, a);
  pthread_create(&t, NULL, pay, a);
  pthread_join(s, NULL);
  pthread_join(t, NULL);
  assert(a->balance == 20);
  pthread_mutex_destroy(&a->mutex);
  free(a);
  return 0;
}
