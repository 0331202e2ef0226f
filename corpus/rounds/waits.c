/* All that these loops count serves only to wait. */
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

static atomic_int flag[3];

static void *set(void *arg) {
#ifndef NEVER
  for (int i = 0; i < 3; i++)
    atomic_store(&flag[i], 1);
#endif
  return NULL;
}

#if WAY == 1 /* a back-off */
static void await(void) {
  int n = 1, spins = 0;
  while (!atomic_load(&flag[0])) {
    for (int i = 0; i < n; i++)
      __asm__ volatile("pause");
    if (n < 64)
      n *= 2;
    else {
      n = 1;
      spins++;
    }
    for (volatile int k = 0; k < n; k++)
      ;
    if (spins > 10)
      sched_yield();
  }
}
#elif WAY == 2 /* an array that is another one in each round */
static volatile int two = 2;

static void await(void) {
  int length = two, seen = 0;
  while (!seen) {
    int a[length];
    a[0] = 1;
    a[1] = atomic_load(&flag[0]);
    seen = a[1];
  }
}
#elif WAY == 3 /* a local that a callee fills */
static void look(int *seen) {
  seen[1] = atomic_load(&flag[0]);
}

static void await(void) {
  for (;;) {
    int seen[2];
    look(seen);
    if (seen[1])
      break;
  }
}
#elif WAY == 4 /* a loop in a function that recurses */
static void await_from(int i) {
  while (!atomic_load(&flag[i]))
    sched_yield();
  if (i > 0)
    await_from(i - 1);
  while (!atomic_load(&flag[i]))
    sched_yield();
}

static void await(void) {
  await_from(2);
}
#elif WAY == 5 /* each round asks by recursion, in loops */
static int any(int from) {
  for (int i = from; i < 3; i++) {
    if (atomic_load(&flag[i]))
      return 1;
    if (from < 1 && any(from + 1))
      return 1;
  }
  return 0;
}

static void await(void) {
  while (!any(0))
    ;
}
#elif WAY == 6 /* what is counted goes round in three variables */
static void await(void) {
  long a = 0, b = 1, c = 2;
  while (!atomic_load(&flag[0])) {
    long last = c;
    c = b;
    b = a;
    a = last;
  }
}
#endif

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, set, NULL);
  await();
  pthread_join(t, NULL);
  return 0;
}
