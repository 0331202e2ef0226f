/* A pointer travels as the bits of a double, and as two halves of 32 bits. */
#include "../threads.h"

static volatile double disguised;
static volatile uint32_t low, high;

static void *sends(void *arg) {
  int *object = malloc(sizeof *object);
  *object = 11;
  double bits;
  memcpy(&bits, &object, sizeof bits);
  disguised = bits;
  low = (uint32_t)(uintptr_t)object;
  high = (uint32_t)((uintptr_t)object >> 32);
  return NULL;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, sends, NULL);
  pthread_join(a, NULL);
  double bits = disguised;
  int *object;
  memcpy(&object, &bits, sizeof object);
  assert(*object == 11);
  int *same = (int *)((uintptr_t)high << 32 | low);
  assert(same == object && *same == 11);
  free(same);
  return 0;
}
