/* Depending on who is first, a thread waits for ever while the others hand a token to and fro. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int first, token;

static void *hands(void *number) {
  int me = number != NULL;
  int expected = 0;
  if (!atomic_compare_exchange_strong(&first, &expected, me + 1) && me == 1)
    return NULL;
  while (first == 2) {
    while (token != me) {}
    token = 1 - me;
  }
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, hands, NULL);
  pthread_create(&b, NULL, hands, &a);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
