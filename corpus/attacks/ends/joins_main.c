/* A thread joins main, which ended by pthread_exit with a value. */
#include "../threads.h"

static pthread_t main_thread;
static int data;

static void *joins(void *arg) {
  void *value;
  assert(pthread_join(main_thread, &value) == 0);
  assert(value == &data && data == 4);
  exit(0);
}

int main(void) {
  pthread_t a;
  main_thread = pthread_self();
  pthread_create(&a, NULL, joins, NULL);
  data = 4;
  pthread_exit(&data);
}
