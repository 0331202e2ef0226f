/* main writes after it has started the thread that reads: before would be no race. */
#include "../threads.h"

static char value;

static void *reads(void *arg) { return value ? NULL : arg; }

int main(void) {
  pthread_t a;
  value = 1;
  pthread_create(&a, NULL, reads, NULL);
  value = 1;
  pthread_join(a, NULL);
  return 0;
}
