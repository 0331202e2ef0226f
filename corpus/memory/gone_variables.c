/* Variables whose function has returned, or whose thread has ended. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static int *volatile kept;
static _Thread_local int own = 3;

static void keep(int *variable) { kept = variable; }

static int leaves(int value) {
  int local = value;
  keep(&local);
  return *kept;
}

static int deeper(int depth) {
  int local = depth;
  keep(&local);
  int *mine = kept;
  return depth == 0 ? *mine : deeper(depth - 1) + *mine;
}

static void *work(void *arg) {
  leaves(1);
#if USE == 0
  return (void *)(long)*kept;
#elif USE == 1
  *kept = 2;
#elif USE == 2
  assert(leaves(2) == 2 && deeper(3) == 6);
#elif USE == 3
  keep(&own);
#elif USE == 4
  int here = 1;
  keep(&here);
#elif USE == 5
  static int stays = 7;
  keep(&stays);
#endif
  return NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, work, NULL);
  pthread_join(t, NULL);
#if USE >= 3
  assert(*kept == (USE == 3 ? 3 : USE == 4 ? 1 : 7));
#endif
  return 0;
}
