/* The index grows between the test and the use. */
#include <pthread.h>

static int cells[4];
static int at = 3;

static void *first(void *arg) {
  if (at < 4)
    cells[at] = 1;
  return 0;
}

static void *second(void *arg) {
  at++;
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
