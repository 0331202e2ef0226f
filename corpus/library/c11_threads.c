/* The threads of C11: thrd_create, thrd_join with a result, mtx_lock. */
#include <assert.h>
#include <threads.h>

static mtx_t mutex;
static int counter;

static int work(void *arg) {
  mtx_lock(&mutex);
  counter++;
  mtx_unlock(&mutex);
  return *(int *)arg;
}

int main(void) {
  thrd_t a, b;
  int one = 1, two = 2, from_a, from_b;
  mtx_init(&mutex, mtx_plain);
  assert(thrd_create(&a, work, &one) == thrd_success);
  assert(thrd_create(&b, work, &two) == thrd_success);
  thrd_join(a, &from_a);
  thrd_join(b, &from_b);
  assert(counter == 2 && from_a == 1 && from_b == 2);
  mtx_destroy(&mutex);
  return 0;
}
