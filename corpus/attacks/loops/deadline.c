/* A wait with a deadline by sleeping: the thread's clock passes it after a few rounds, so the loop ends. No deadlock. */
#include "../threads.h"
#include <time.h>
#include <unistd.h>

static volatile int flag;

static long milliseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void *clears(void *arg) {
  flag = 0;
  return NULL;
}

static void *spins(void *arg) {
  long end = milliseconds() + 50;
  while (!flag && milliseconds() < end)
    usleep(20000);
  return NULL;
}

int main(void) {
  together(clears, spins);
  return 0;
}
