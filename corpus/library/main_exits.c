/* main may leave with pthread_exit: the other threads run on. */
#include <assert.h>
#include <pthread.h>

static int data;

static void *child(void *arg) {
  data++;
  assert(data == 1);
  return NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, child, NULL);
  pthread_exit(NULL);
}
