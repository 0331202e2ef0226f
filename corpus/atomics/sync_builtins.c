/* The __sync builtins, all of them seq_cst. */
#include <assert.h>
#include <pthread.h>

static int x, lock;

static void *work(void *arg) {
  while (__sync_lock_test_and_set(&lock, 1))
    ;
  x++;
  __sync_lock_release(&lock);
  __sync_fetch_and_add(&x, 10);
  return NULL;
}

static void check(void) {
  int y = 6;
  assert(__sync_add_and_fetch(&y, 2) == 8 && __sync_fetch_and_sub(&y, 1) == 8 && __sync_fetch_and_or(&y, 8) == 7);
  assert(__sync_fetch_and_and(&y, 3) == 15 && __sync_xor_and_fetch(&y, 1) == 2 && y == 2);
  assert(__sync_bool_compare_and_swap(&y, 2, 1) && __sync_val_compare_and_swap(&y, 0, 5) == 1 && y == 1);
}

int main(void) {
  check();
  __sync_synchronize();
  pthread_t a;
  pthread_create(&a, NULL, work, NULL);
  pthread_join(a, NULL);
  check();
  assert(x == 11);
  return 0;
}
