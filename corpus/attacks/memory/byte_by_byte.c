/* A pointer is copied byte by byte through shared memory. */
#include "../threads.h"

static volatile unsigned char bytes[sizeof(int *)];

static void *sends(void *arg) {
  int *object = malloc(sizeof *object);
  *object = 21;
  for (size_t i = 0; i < sizeof object; i++)
    bytes[i] = ((unsigned char *)&object)[i];
  return NULL;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, sends, NULL);
  pthread_join(a, NULL);
  int *object;
  for (size_t i = 0; i < sizeof object; i++)
    ((unsigned char *)&object)[i] = bytes[i];
  assert(*object == 21);
  return 0;
}
