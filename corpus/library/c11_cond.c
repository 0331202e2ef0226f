/* cnd_wait and cnd_signal. */
#include <assert.h>
#include <threads.h>

static mtx_t mutex;
static cnd_t cond;
static int ready;

static int signals(void *arg) {
  mtx_lock(&mutex);
  ready = 1;
  cnd_signal(&cond);
  mtx_unlock(&mutex);
  return 0;
}

int main(void) {
  thrd_t t;
  mtx_init(&mutex, mtx_plain);
  cnd_init(&cond);
  thrd_create(&t, signals, NULL);
  mtx_lock(&mutex);
  while (!ready)
    cnd_wait(&cond, &mutex);
  assert(ready == 1);
  mtx_unlock(&mutex);
  thrd_join(t, NULL);
  cnd_destroy(&cond);
  mtx_destroy(&mutex);
  return 0;
}
