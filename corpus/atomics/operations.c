/* What each read-modify-write gives back and leaves behind; the builtins have nand, too. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint x = 12;
static unsigned y = 12;

static void *work(void *arg) {
  assert(atomic_fetch_add(&x, 3) == 12 && x == 15);
  assert(atomic_fetch_sub(&x, 5) == 15 && x == 10);
  assert(atomic_fetch_or(&x, 5) == 10 && x == 15);
  assert(atomic_fetch_and(&x, 6) == 15 && x == 6);
  assert(atomic_fetch_xor(&x, 3) == 6 && x == 5);
  assert(atomic_exchange(&x, 9) == 5 && x == 9);
  x += 2;
  x++;
  assert(x-- == 12 && x == 11);
  assert(__atomic_fetch_nand(&y, 10, __ATOMIC_SEQ_CST) == 12 && y == ~8u);
  assert(__atomic_add_fetch(&y, 9, __ATOMIC_RELAXED) == 0);
  return NULL;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, work, NULL);
  pthread_join(a, NULL);
  return 0;
}
