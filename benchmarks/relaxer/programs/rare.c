/* A violation of TSO that hardly any schedule has (004, Fig. 13): the first thread takes the lock long before the second does,
 * and what it stored before is in memory then. */
#include <assert.h>
#include <pthread.h>

#define ROUNDS 30

static int x, y, r1, r2;
static int work1, work2;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void takes_long(int *work) {
  for (int i = 0; i < ROUNDS; i++)
    for (int j = 0; j < ROUNDS; j++)
      *work = i + j;
}

static void *thread1(void *unused) {
  x = 1;
  r1 = y;
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  takes_long(&work2);
  return NULL;
}

static void *thread2(void *unused) {
  takes_long(&work1);
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  y = 1;
  r2 = x;
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, thread1, NULL);
  pthread_create(&b, NULL, thread2, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(work1 + work2 == 4 * (ROUNDS - 1)); /* Others look: so the steps of this work are visible. */
  assert(r1 == 1 || r2 == 1);
  return 0;
}
