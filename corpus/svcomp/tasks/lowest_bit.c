/* Each thread takes a bit that is free. */
#include <strings.h>
#include <pthread.h>

extern void abort(void);
extern void reach_error(void);
static void __VERIFIER_assert(int holds) {
  if (!holds) {
    reach_error();
    abort();
  }
}

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int free_bits = 12;
static int counts[33];

static void *take(void *arg) {
  pthread_mutex_lock(&mutex);
  int bit = ffs(free_bits);
  free_bits &= ~(1 << (bit - 1));
  pthread_mutex_unlock(&mutex);
  counts[bit]++;
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, take, 0);
  pthread_create(&b, 0, take, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  __VERIFIER_assert(counts[3] == 1 && counts[4] == 1);
  return 0;
}
