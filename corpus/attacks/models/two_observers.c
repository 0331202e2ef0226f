/* IRIW: two observers never see two independent stores in opposite orders. */
#include "../threads.h"

static volatile int x, y;
static int first[2], second[2];

static void *writes(void *arg) {
  if (arg)
    x = 1;
  else
    y = 1;
  return NULL;
}

static void *observes(void *arg) {
  int which = (int)(intptr_t)arg;
  first[which] = which ? x : y;
  second[which] = which ? y : x;
  return NULL;
}

int main(void) {
  pthread_t t[4];
  pthread_create(&t[0], NULL, writes, (void *)0);
  pthread_create(&t[1], NULL, writes, (void *)1);
  pthread_create(&t[2], NULL, observes, (void *)0);
  pthread_create(&t[3], NULL, observes, (void *)1);
  for (int i = 0; i < 4; i++)
    pthread_join(t[i], NULL);
  assert(!(first[0] && !second[0] && first[1] && !second[1]));
  return 0;
}
