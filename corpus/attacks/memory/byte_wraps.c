/* Bytes and shorts wrap and keep their signs, in every operation that gives the old value. */
#include "../threads.h"

static _Atomic int8_t byte = 127;
static _Atomic uint16_t ticket = 65535;
static _Atomic int16_t depth = -32768;

static void *adds(void *arg) {
  int old = atomic_fetch_add(&byte, 1);
  assert(old == 127 && atomic_load(&byte) == -128);
  assert(atomic_fetch_add(&ticket, 1) == 65535 && atomic_load(&ticket) == 0);
  assert(atomic_fetch_sub(&depth, 1) == -32768 && atomic_load(&depth) == 32767);
  assert(atomic_exchange(&byte, (int8_t)200) == -128 && atomic_load(&byte) == -56);
  int8_t expected = (int8_t)0xc8;
  assert(atomic_compare_exchange_strong(&byte, &expected, -1));
  assert(atomic_load(&byte) == -1 && (unsigned)atomic_load(&byte) == 0xffffffffu);
  return NULL;
}

static void *other(void *arg) { return NULL; }

int main(void) {
  together(adds, other);
  return 0;
}
