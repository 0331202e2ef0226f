/* A write past the end of a global array. */
#include <pthread.h>

static int cells[4], count = 4;

static void *work(void *arg) {
  for (int i = 0; i <= count; i++)
    cells[i] = 7; /* cells[4] */
  return NULL;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, work, NULL);
  pthread_join(a, NULL);
  return 0;
}
