/* Lamport's bakery for two threads, without fences: a thread may look at the other's number before its own is drawn. */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

#define ROUNDS 3

static int choosing[2], number[2];
static int inside;

/* Counting says who is inside at the same time, whatever the models do to plain accesses. */
static void critical_section(void) {
  assert(__atomic_fetch_add(&inside, 1, __ATOMIC_RELAXED) == 0);
  __atomic_fetch_sub(&inside, 1, __ATOMIC_RELAXED);
}

static bool goes_first(int theirs, int other, int mine, int me) {
  return theirs != 0 && (theirs < mine || (theirs == mine && other < me));
}

static void *customer(void *arg) {
  int me = (int)(long)arg, other = 1 - me;
  for (int round = 0; round < ROUNDS; round++) {
    choosing[me] = 1;
    int mine = number[other] + 1;
    number[me] = mine;
    choosing[me] = 0;
    while (choosing[other])
      ;
    while (goes_first(number[other], other, mine, me))
      ;
    critical_section();
    number[me] = 0;
  }
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, customer, (void *)0L);
  pthread_create(&b, NULL, customer, (void *)1L);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
