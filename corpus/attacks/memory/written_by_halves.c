/* Bytes and halves written one by one, read as words after the join, and the other way round. */
#include "../threads.h"

static union {
  uint64_t whole;
  uint32_t half[2];
  uint8_t byte[8];
} shared;

static void *writes(void *arg) {
  shared.half[1] = 0x80000000u;
  for (int i = 0; i < 4; i++)
    shared.byte[i] = (uint8_t)(0xf0 + i);
  return NULL;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, writes, NULL);
  pthread_join(a, NULL);
  assert(shared.whole == UINT64_C(0x80000000f3f2f1f0));
  assert((int64_t)shared.whole < 0 && shared.half[0] == 0xf3f2f1f0u);
  return 0;
}
