/* Recursion without end, or a variable too large for the stack. */
#include <assert.h>
#include <pthread.h>

static const int table[4] = {1, 2, 3, 4};
static volatile int depth = 1000000;

static int sum(int n) {
  volatile int cells[4] = {n, 1, 2, 3};
  return n == 0 ? table[0] : sum(n - 1) + cells[n & 3];
}

static void *work(void *arg) {
#if USE == 0
  return (void *)(long)sum(depth);
#elif USE == 1
  volatile char large[1 << 20];
  for (int i = 0; i < (1 << 20); i += 4096) large[i] = 1;
  return (void *)(long)large[0];
#elif USE == 2
  assert(sum(100) > 0);
  return 0;
#endif
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  pthread_join(t, 0);
  assert(table[1] == 2);
  return 0;
}
