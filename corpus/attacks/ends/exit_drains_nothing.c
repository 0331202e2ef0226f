/* The program ends by exit while main may have read either value; the old one is possible. */
#include "../threads.h"

static volatile int value;

static void *writes(void *arg) {
  value = 1;
  return NULL;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, writes, NULL);
  int seen = value;
  assert(seen == 1); /* fails */
  exit(0);
}
