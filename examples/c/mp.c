/* Message passing: the data first, then the flag that says it is there. The stores are plain `volatile` ones, which is
 * enough on machines that keep the order of stores, and not enough where they may overtake one another (PSO). */
#include <assert.h>
#include <pthread.h>

static volatile int data, flag;

static void *send(void *arg) {
  data = 42;
#ifdef FENCE
  __sync_synchronize();
#endif
  flag = 1;
  return NULL;
}

static void *receive(void *arg) {
  while (!flag)
    ; /* a loop like this waits: it is not unrolled */
  assert(data == 42);
  return NULL;
}

int main(void) {
  pthread_t sender, receiver;
  pthread_create(&sender, NULL, send, NULL);
  pthread_create(&receiver, NULL, receive, NULL);
  pthread_join(sender, NULL);
  pthread_join(receiver, NULL);
  return 0;
}
