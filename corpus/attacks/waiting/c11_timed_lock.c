/* mtx_timedlock of a mutex that is held may time out, or get it after all; both leave it as it should be. */
#include <assert.h>
#include <threads.h>
#include <time.h>

static mtx_t mutex;
static int value;

static int holds(void *arg) {
  mtx_lock(&mutex);
  value++;
  mtx_unlock(&mutex);
  return 0;
}

static int tries(void *arg) {
  struct timespec end;
  timespec_get(&end, TIME_UTC);
  int result = mtx_timedlock(&mutex, &end);
  if (result == thrd_success) {
    value++;
    mtx_unlock(&mutex);
  } else
    assert(result == thrd_timedout);
  return result == thrd_success;
}

int main(void) {
  thrd_t a, b;
  int result;
  mtx_init(&mutex, mtx_timed);
  thrd_create(&a, holds, NULL);
  thrd_create(&b, tries, NULL);
  thrd_join(a, NULL);
  thrd_join(b, &result);
  assert(value == 1 + result);
  return 0;
}
