/*
 * A thread polls a flag, and counts how often. Now and then it does something else: the counter is compared after a
 * mask (WAY 0), a remainder (1), or it wraps around itself (2); 3: it also shifts. Iterations between two such moments
 * differ in nothing else, so only two executions do: the thread gives up, or sees the flag. SECOND: it gives up the
 * second time. NEVER: the condition never holds. READS: it then reads something else, so the loop is unrolled.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag;
static atomic_int other;
static int data;
static int result;

static void *sets(void *unused) {
  (void)unused;
  data = 1;
  atomic_store(&flag, 1);
  return NULL;
}

static void *polls(void *unused) {
  (void)unused;
  unsigned n = 0;
#ifdef SECOND
  int times = 0;
#endif
  while (!atomic_load(&flag)) {
#if WAY == 0
    int due = (++n & 1023) == 0;
#elif WAY == 1
    int due = ++n % 100 == 99;
#elif WAY == 2
    n = (n + 1) & 255;
    int due = n == 0;
#else
    int due = (++n >> 6 & 1) == 1;
#endif
#ifdef NEVER
    due = (n | 1) == 0;
#endif
#ifdef READS
    due = due && atomic_load(&other);
#endif
    if (!due) continue;
#ifdef SECOND
    if (++times < 2) continue;
#endif
    result = 2;
    return NULL;
  }
  assert(data == 1);
  result = 1;
  return NULL;
}

int main(void) {
  pthread_t setter, poller;
  pthread_create(&setter, NULL, sets, NULL);
  pthread_create(&poller, NULL, polls, NULL);
#ifdef READS
  atomic_store(&other, 1);
#endif
  pthread_join(setter, NULL);
  pthread_join(poller, NULL);
#ifdef SEEN
  assert(result == 1);
#else
  assert(result == 1 || result == 2);
#endif
  return 0;
}
