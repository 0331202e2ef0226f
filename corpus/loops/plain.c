/* A spin loop on a plain variable; no compiler may keep the first value here. */
#include <assert.h>
#include <pthread.h>

static int data, flag;

static void *sets(void *arg) {
  data = 1;
  __atomic_thread_fence(__ATOMIC_RELEASE);
  flag = 1;
  return NULL;
}

static void *waits(void *arg) {
  while (!flag)
    ;
  assert(data == 1);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, sets, NULL);
  pthread_create(&b, NULL, waits, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
