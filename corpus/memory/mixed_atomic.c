/* Atomics of different sizes on the same bytes: the word is one location, of which the bytes are parts. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static union {
  _Atomic uint32_t word;
  _Atomic uint16_t halves[2];
  _Atomic uint8_t bytes[4];
} shared;
static uint32_t seen, seen_half;

#ifndef ORDER
#define ORDER memory_order_seq_cst
#endif

static void *writes(void *arg) {
#ifdef ADDS
  atomic_fetch_add_explicit(&shared.bytes[1], 255, ORDER); /* nothing is carried into the next byte */
  atomic_fetch_add_explicit(&shared.bytes[1], 2, ORDER);
#else
  atomic_store_explicit(&shared.bytes[1], 1, ORDER);
#endif
  seen_half = atomic_load_explicit(&shared.halves[1], ORDER);
  return arg;
}

static void *whole(void *arg) {
  seen = atomic_fetch_add_explicit(&shared.word, 0x10000, ORDER);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, writes, NULL);
  pthread_create(&b, NULL, whole, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(shared.word == 0x10100);
#ifdef ADDS
  assert(seen == 0 || seen == 0xff00 || seen == 0x100);
#else
  assert(seen == 0 || seen == 0x100);
#endif
  assert(seen == 0 || seen_half <= 1);
  assert(seen_half == 1 || seen != 0);
}
