/* -1 and the smallest 64-bit number as results of threads. */
#include "../threads.h"

static void *gives(void *arg) { return (void *)((intptr_t)arg - 1); }

int main(void) {
  pthread_t a, b;
  void *one, *two;
  pthread_create(&a, NULL, gives, (void *)0);
  pthread_create(&b, NULL, gives, (void *)(INTPTR_MIN + 2));
  pthread_join(a, &one);
  pthread_join(b, &two);
  assert((int)(intptr_t)one == -1 && (intptr_t)one == -1);
  assert((intptr_t)two == INTPTR_MIN + 1 && (intptr_t)two % 1000 == -807);
  return 0;
}
