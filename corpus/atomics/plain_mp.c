/* Message passing with plain variables: a data race in C, here as relaxed accesses. -DFENCE has two fences. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifdef FENCE
#define fence(order) atomic_thread_fence(order)
#else
#define fence(order) ((void)0)
#endif

static int data, flag;

static void *sender(void *arg) {
  data = 1;
  fence(memory_order_release);
  flag = 1;
  return NULL;
}

static void *receiver(void *arg) {
  if (flag) {
    fence(memory_order_acquire);
    assert(data == 1);
  }
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
