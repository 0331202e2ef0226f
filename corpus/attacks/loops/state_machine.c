/* A switch in an endless loop: the state goes idle, busy, idle, done, so idle comes back and is not the same. */
#include "../threads.h"

static volatile int flag;

static void *clears(void *arg) {
  flag = 0;
  return NULL;
}

static void *spins(void *arg) {
  enum { IDLE, BUSY, DONE } state = IDLE;
  unsigned char worked = 0;
  for (;;) {
    switch (state) {
    case IDLE:
      if (flag || worked)
        state = DONE;
      else
        state = BUSY;
      break;
    case BUSY:
      worked = 1;
      state = IDLE;
      break;
    case DONE:
      return NULL;
    }
  }
}

int main(void) {
  together(clears, spins);
  return 0;
}
