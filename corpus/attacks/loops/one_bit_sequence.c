/* A seqlock whose sequence number has two bits: two writes bring it back, and a torn read is taken for whole. */
#include "../threads.h"

static atomic_int sequence, one, two;

static void *writes(void *arg) {
  for (int i = 1; i <= 2; i++) {
    atomic_store(&sequence, (atomic_load(&sequence) + 1) & 3);
    atomic_store(&one, i);
    atomic_store(&two, i);
    atomic_store(&sequence, (atomic_load(&sequence) + 1) & 3);
  }
  return NULL;
}

static void *reads(void *arg) {
  int before, a, b;
  do {
    before = atomic_load(&sequence);
    a = atomic_load(&one);
    b = atomic_load(&two);
  } while ((before & 1) || before != atomic_load(&sequence));
  assert(a == b); /* fails */
  return NULL;
}

int main(void) {
  together(writes, reads);
  return 0;
}
