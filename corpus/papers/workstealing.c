/* The THE protocol of Cilk: the victim takes from the tail, the thief steals from the head, and only when they might
 * meet does the victim take the lock. Unfenced, both get the same task under TSO. */
#include <assert.h>
#include <pthread.h>
#ifdef FENCE
#define fence() __sync_synchronize()
#else
#define fence() ((void)0)
#endif

static volatile int head, tail = 1; /* one task: number 0 */
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int taken, stolen;

static void *victim(void *arg) {
  tail = tail - 1;
  fence();
  if (head <= tail) {
    taken = 1;
    return NULL;
  }
  tail = tail + 1;
  pthread_mutex_lock(&mutex);
  tail = tail - 1;
  if (head <= tail)
    taken = 1;
  else
    tail = tail + 1;
  pthread_mutex_unlock(&mutex);
  return NULL;
}

static void *thief(void *arg) {
  pthread_mutex_lock(&mutex);
  head = head + 1;
  fence();
  if (head <= tail)
    stolen = 1;
  else
    head = head - 1;
  pthread_mutex_unlock(&mutex);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, victim, NULL);
  pthread_create(&b, NULL, thief, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(taken + stolen == 1);
  return 0;
}
