/* A word written by one thread is read byte by byte after the join: no race, no problem. */
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static uint32_t word;

static void *writes(void *arg) {
  word = 0x04030201;
  return NULL;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, writes, NULL);
  pthread_join(a, NULL);
  unsigned char *bytes = (unsigned char *)&word;
  assert(bytes[0] == 1 && bytes[1] == 2 && bytes[2] == 3 && bytes[3] == 4);
  return 0;
}
