/* Two threads add up a row of any length with any values. */
#include <pthread.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

static int *row, length, low, high;

static void *up(void *arg) {
  int at = 0;
  while (at < length) {
    __VERIFIER_atomic_begin();
    low += row[at];
    __VERIFIER_atomic_end();
    at++;
  }
  return 0;
}

static void *down(void *arg) {
  for (int at = length; at > 0; at--) {
    __VERIFIER_atomic_begin();
    high -= row[at - 1];
    __VERIFIER_atomic_end();
  }
  return 0;
}

static int *filled(int size) {
  int *made = malloc(sizeof(int) * (unsigned long)size);
  for (int i = 0; i < size; i++)
    made[i] = __VERIFIER_nondet_int();
  return made;
}

int main(void) {
  pthread_t a, b;
  length = __VERIFIER_nondet_int();
  if (length < 1 || length > 1000)
    return 0;
  row = filled(length);
  low = high = __VERIFIER_nondet_int();
  pthread_create(&a, 0, up, 0);
  pthread_create(&b, 0, down, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return low - high;
}
