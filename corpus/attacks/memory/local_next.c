/* One element beside a local array whose address was given to another thread. */
#include "../threads.h"
#ifndef AT
#define AT 4
#endif

static void *writes(void *arg) {
  int *table = arg;
  table[AT] = 7; /* fails */
  return NULL;
}

int main(void) {
  int before[4] = {0}, table[4] = {0}, after[4] = {0};
  pthread_t a;
  pthread_create(&a, NULL, writes, table);
  pthread_join(a, NULL);
  assert(before[3] + table[3] + after[0] == 0);
  return 0;
}
