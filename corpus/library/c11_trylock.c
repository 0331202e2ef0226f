/* mtx_trylock gives thrd_busy while another thread has the mutex; a recursive one lets its owner in again. */
#include <assert.h>
#include <threads.h>

static mtx_t plain, recursive;

static int other(void *arg) {
  assert(mtx_trylock(&plain) == thrd_busy);
  assert(mtx_lock(&recursive) == thrd_success);
  assert(mtx_trylock(&recursive) == thrd_success);
  mtx_unlock(&recursive);
  mtx_unlock(&recursive);
  thrd_exit(5);
}

int main(void) {
  thrd_t t;
  int result;
  mtx_init(&plain, mtx_plain);
  mtx_init(&recursive, mtx_plain | mtx_recursive);
  mtx_lock(&plain);
  thrd_create(&t, other, NULL);
  thrd_join(t, &result);
  assert(result == 5);
  mtx_unlock(&plain);
  return 0;
}
