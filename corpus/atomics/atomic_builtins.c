/* The __atomic builtins on ordinary variables: message passing with release and acquire. */
#include <assert.h>
#include <pthread.h>
#ifndef ORDER
#define ORDER __ATOMIC_RELEASE
#endif

static int data, flag;

static void *sender(void *arg) {
  __atomic_store_n(&data, 7, __ATOMIC_RELAXED);
  __atomic_store_n(&flag, 1, ORDER);
  return NULL;
}

static void *receiver(void *arg) {
  int seen;
  __atomic_load(&flag, &seen, __ATOMIC_ACQUIRE);
  if (seen)
    assert(__atomic_load_n(&data, __ATOMIC_RELAXED) == 7);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, sender, NULL);
  pthread_create(&b, NULL, receiver, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
