/* Szymanski's algorithm for two threads: a waiting room with a door, in one variable per thread.
 * 1 wants in, 2 waits for the others, 3 stands in the door, 4 has closed the door. Unfenced it fails under TSO. */
#include <assert.h>
#include <pthread.h>
#ifndef FENCE
#define FENCE 0
#endif
/* -DFENCE=1: enough under TSO, -DFENCE=2: under PSO, too */
#define fence_if(level) (FENCE >= (level) ? __sync_synchronize() : (void)0)

static volatile int state[2];
static int inside;

static void critical_section(void) {
  inside++;
  assert(inside == 1);
  inside--;
  fence_if(2);
}

static void set(long me, int value) {
  state[me] = value;
  fence_if(1);
}

static void to_the_door(long me, long other) {
  set(me, 1);
  while (state[other] >= 3)
    ;
  set(me, 3);
  if (state[other] == 1) {
    set(me, 2);
    while (state[other] != 4)
      ;
  }
  set(me, 4);
}

static void *first(void *arg) {
  to_the_door(0, 1);
  critical_section();
  int other;
  do {
    other = state[1];
  } while (other == 2 || other == 3);
  set(0, 0);
  return NULL;
}

static void *second(void *arg) {
  to_the_door(1, 0);
  while (state[0] >= 2)
    ;
  critical_section();
  set(1, 0);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, first, NULL);
  pthread_create(&b, NULL, second, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
