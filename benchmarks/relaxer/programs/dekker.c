/* Dekker's mutual exclusion (004, Fig. 11) without fences: a thread may look at the other's flag before its own is up. */
#include <assert.h>
#include <pthread.h>

#define ROUNDS 3

static int flag0, flag1, turn;
static int inside;

/* Counting says who is inside at the same time, whatever the models do to plain accesses. */
static void critical_section(void) {
  assert(__atomic_fetch_add(&inside, 1, __ATOMIC_RELAXED) == 0);
  __atomic_fetch_sub(&inside, 1, __ATOMIC_RELAXED);
}

static void *thread0(void *unused) {
  for (int round = 0; round < ROUNDS; round++) {
    flag0 = 1;
    while (flag1) {
      if (turn) {
        flag0 = 0;
        while (turn)
          ;
        flag0 = 1;
      }
    }
    critical_section();
    turn = 1;
    flag0 = 0;
  }
  return NULL;
}

static void *thread1(void *unused) {
  for (int round = 0; round < ROUNDS; round++) {
    flag1 = 1;
    while (flag0) {
      if (!turn) {
        flag1 = 0;
        while (!turn)
          ;
        flag1 = 1;
      }
    }
    critical_section();
    turn = 0;
    flag1 = 0;
  }
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, thread0, NULL);
  pthread_create(&b, NULL, thread1, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
