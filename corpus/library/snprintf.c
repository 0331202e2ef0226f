/* snprintf into private memory. */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static void *work(void *arg) {
  char buffer[16];
  assert(snprintf(buffer, sizeof buffer, "%d-%s", 42, "x") == 4);
  assert(strcmp(buffer, "42-x") == 0);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, work, NULL);
  pthread_create(&b, NULL, work, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
