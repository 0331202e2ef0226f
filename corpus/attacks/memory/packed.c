/* Packed members at odd addresses, of one thread after the other. */
#include "../threads.h"

struct __attribute__((packed)) Packed {
  char tag;
  int number;
  short half;
  double real;
};

static struct Packed shared = {'a', 70000, -2, 0.5};

static void *changes(void *arg) {
  shared.number += 5;
  shared.half *= 3;
  shared.real *= 2;
  return NULL;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, changes, NULL);
  pthread_join(a, NULL);
  assert(sizeof shared == 15 && shared.tag == 'a' && shared.number == 70005 && shared.half == -6 && shared.real == 1);
  return 0;
}
