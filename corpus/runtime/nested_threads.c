/* Each thread starts the next one: DEPTH levels below main. The last one, and its parent, write without order if LATE. */
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static int levels, last;

static void *level(void *left) {
  intptr_t more = (intptr_t)left;
  levels++;
  if (more > 1) {
    pthread_t thread;
    pthread_create(&thread, 0, level, (void *)(more - 1));
#ifdef LATE
    if (more == 2) last = 2;
#endif
    pthread_join(thread, 0);
  } else {
    last = 1;
  }
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, level, (void *)(intptr_t)DEPTH);
  pthread_join(thread, 0);
  assert(levels == DEPTH);
  assert(last == 1);
}
